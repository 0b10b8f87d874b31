import { isObject, textAt, type JsonObject } from '../json.ts';

/*
 * opencode 1.2 and newer keep sessions in SQLite (`opencode.db`), seen in 1.18.33. The rows have the same data as the
 * files of older versions, so a row becomes the record that its file would have been, and the same reader takes both.
 */

/** Tables of the database that hold a session. */
export const opencodeTables = ['session', 'message', 'part'] as const;

/** One of them. */
export type OpencodeTable = (typeof opencodeTables)[number];

function dataOf(row: JsonObject): JsonObject {
  const { data } = row;
  if (typeof data !== 'string') {
    return isObject(data) ? data : {};
  }
  try {
    const value: unknown = JSON.parse(data);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** A column that holds JSON; undefined if it holds none. */
function jsonColumn(row: JsonObject, column: string): unknown {
  return isObject(row[column]) ? row[column] : dataOf({ data: row[column] });
}

/**
 * The record of a row, for `TranscriptReader.record`. The row is as the database gives it: an object with the column
 * names as keys; `data` of messages and parts is JSON text. What the row does not have is absent in the record.
 *
 * Each row is fed as a document with a file index of its own, whose path is `rowPath`. Texts of blocks are found by
 * their path in this record, so who reads one back makes it of the row again.
 */
export function opencodeRecord(table: OpencodeTable, row: JsonObject): JsonObject {
  const id = textAt(row, 'id');
  const sessionID = textAt(row, 'session_id');
  switch (table) {
    case 'part':
      return { ...dataOf(row), id, messageID: textAt(row, 'message_id'), sessionID };
    case 'message':
      return { ...dataOf(row), id, sessionID };
    case 'session':
      return {
        id,
        parentID: textAt(row, 'parent_id'),
        title: textAt(row, 'title'),
        directory: textAt(row, 'directory'),
        version: textAt(row, 'version'),
        revert: jsonColumn(row, 'revert'),
        time: { created: row['time_created'], updated: row['time_updated'] },
      };
  }
}
