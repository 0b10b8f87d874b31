/** The part of docs/tools.md that is written by hand: what is true of all tools. */
export const toolsIntroduction = `
# The tools

Generated from the tools' schemas by \`npm run manifest\`; the introduction is in \`scripts/toolsIntroduction.ts\`.

## Naming a file and lines

\`file\` is a path in the workspace, relative or absolute, or a \`file:\` URI, with an optional range at its end:
\`src/a.ts:5\`, \`src/a.ts:5-15\`, \`src/a.ts:5-ALL\`, \`src/a.ts:ALL\`. Where the name itself ends like a range, say the
range in \`lines\` instead; the path is then taken as it is. Lines count from 1, as in the editor's gutter: \`\\n\`,
\`\\r\\n\` and a lone \`\\r\` end a line, nothing else does. A final line end does not start another line.

In a workspace with several folders a relative path that is there in more than one is refused with the choices;
\`folder-name/path\` is understood. Links are resolved, and what is outside every folder is refused.

## Answers

Every answer has two forms that say the same: \`structuredContent\`, and a text. Fields:

| field | meaning |
| --- | --- |
| \`status\` | \`ok\` or \`error\` |
| \`file\`, \`start\`, \`end\`, \`total\` | the file, the lines shown, the number of lines it has |
| \`content\` | lines shown, each as number, tab, text |
| \`viewed_code_id\` | stands for the lines shown; give it to be-replace or be-delete |
| \`encoding\`, \`eol\`, \`indent\` | facts about the file (be-read) |
| \`unsaved\` | the file has changes in the editor that are not on disk; they are what is shown (be-read) |
| \`next\` | the call for the next page (be-read) |
| \`diff\` | what changed, as a unified diff; cut where it is long |
| \`shift\` | by how much the lines below moved |
| \`event_id\` | the edit, for be-trx |
| \`chip\` | \`chip://id\` of the text that was kept |
| \`saved\` | \`false\` when the file on disk is still the old one, because the user has unsaved changes in it |
| \`warnings\` | remarks, one sentence each |
| \`files\`, \`results\` | for several files: how many, and per file \`file\`, \`added\`, \`removed\`, \`total\`, \`viewed_code_id\` |
| \`chips\` | \`id\`, \`kind\`, \`tool\`, \`file\`, \`err_code\`, \`err_msg\`, \`created_at\`, \`bytes\`, \`pinned\`, \`replayed_at\`, \`excerpt\` |
| \`events\` | be-trx status: \`event_id\`, \`tool\`, \`state\`, \`of\`, \`created_at\`, \`files\` |
| \`code\`, \`message\`, \`advice\` | of an error: what happened and what to do next |

An answer has at most 10 kB, both forms counted (more for clients known to take more); longer reads are paged.

## What is kept

- The arguments of a failing call of an editing tool become a chip if they are longer than 50 bytes (setting).
- Lines removed by be-delete become a chip before anything is written.
- What be-replace and be-write overwrite is in the event, and comes back with be-trx.
- If the store cannot keep something, the edit is still made and a warning says that nothing was kept.

## What stays as it is

Line ends, encoding, byte order mark, permissions and links of an existing file, and every byte outside the edited
lines. New lines take the file's majority line end (in a file with none, the neighbour's, else LF). A new file has the
line ends of the text given; mixed ones are made uniform, with a warning. A file that had no line end after its last
line still has none after an edit of other lines. An open file with unsaved changes is edited in the editor and not
saved. A closed file is saved before the call returns. Files above 5 MB (setting), and files whose line ends the
editor would make uniform, are changed on disk instead.
`;
