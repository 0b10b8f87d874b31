import type { Result } from './result.ts';

/** One line of a file: its text without the line end, and the line end as it stands in the file. */
export interface Line {
  readonly text: string;
  /** `'\n'`, `'\r\n'`, `'\r'` (the editor counts a lone CR too), or `''` for a last line without one. */
  readonly eol: string;
}

/** How often each line end occurs in a file. */
export interface EolCounts {
  readonly lf: number;
  readonly crlf: number;
  readonly cr: number;
}

/**
 * A file as the host holds it at one moment: the open editor's buffer if there is one, else the bytes on disk.
 * Line numbers are 1-based. A final line end does not start another line: `"a\nb\n"` has two lines.
 */
export interface FileView {
  /** Absolute path of the real file, links resolved. */
  readonly path: string;
  /** Changes whenever the content does; opaque. A plan made for this view carries it. */
  readonly version: string;
  readonly lineCount: number;
  readonly eol: EolCounts;
  /**
   * Encoding name as VS Code spells it, e.g. `utf8`, `utf8bom`, `utf16le`, `gbk`; `utf16lenobom` and `utf16benobom` for
   * UTF-16 without a byte order mark.
   */
  readonly encoding: string;
  /** Size in bytes of the file on disk. */
  readonly size: number;
  /** Open in an editor with changes that are not on disk. */
  readonly dirty: boolean;
  /** Open as an editor document. */
  readonly open: boolean;
  /** Lines `first` to `last`, both 1-based and inclusive, clamped to the file. Cost: linear in the lines asked for. */
  lines(first: number, last: number): readonly Line[];
}

/** Replaces `count` lines from line `line` (1-based) by `lines`; a count of 0 inserts before `line`. */
export interface Splice {
  readonly line: number;
  readonly count: number;
  readonly lines: readonly Line[];
}

/** What a plan does to one file. */
export type FilePlan =
  | {
      readonly kind: 'splice';
      readonly path: string;
      /** The version the splices are for; any other is refused. */
      readonly version: string;
      /** In ascending order of line, without overlap; lines count as in the view the plan was made for. */
      readonly splices: readonly Splice[];
    }
  | {
      readonly kind: 'create';
      readonly path: string;
      readonly lines: readonly Line[];
      /**
       * As in a view; `default` is the one that the settings name for the path, `bytes` writes each character as the
       * byte of its number.
       */
      readonly encoding: string;
      /** Permission bits for the new file; the platform's default if absent. */
      readonly mode?: number;
    }
  | { readonly kind: 'remove'; readonly path: string; readonly version: string };

/** The edits of one tool call. All of it is applied, or none. */
export interface Plan {
  /** Shown by the editor where it names an edit, e.g. in its undo history. */
  readonly label: string;
  readonly files: readonly FilePlan[];
}

/** What became of one file of an applied plan. */
export interface AppliedFile {
  /** The file after the edit, or undefined if it was removed. */
  readonly view: FileView | undefined;
  readonly path: string;
  /** False when the file on disk is still the old one: the buffer was dirty before, so saving is the user's. */
  readonly saved: boolean;
  /** Saving changed more than the plan did, as a formatter does. */
  readonly reshaped?: boolean;
  /** Remarks a caller should pass on, e.g. that saving changed other lines. */
  readonly warnings: readonly string[];
}

/** What the host knows of a path without reading the file. */
export interface FileStat {
  /** The real path, links resolved. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'other';
  readonly size: number;
  readonly mode: number;
}

/**
 * Reads and changes files. The only place that changes a document. Calls for one real file are carried out one after
 * another, in the order they came.
 */
export interface EditHost {
  /** What is at the path, or undefined if nothing is. Never reads content. */
  stat(path: string): Promise<FileStat | undefined>;
  /** Names of what is in a folder, as they are on disk; none if it is no folder that can be read. */
  names(folder: string): Promise<readonly string[]>;
  /**
   * With `as` each byte is one character, whatever the file holds, and the view's encoding is `bytes`: for files that
   * are no text. Fails with `file-not-found`, `binary-file`, `unknown-encoding`, `file-too-large` or `file-not-writable`.
   */
  read(path: string, as?: 'bytes'): Promise<Result<FileView>>;
  /**
   * Applies a plan, all or nothing, as one undo step where there is an editor, and checks that the result is what the
   * plan says. An aborted signal before the first change makes it `cancelled`; after it, the plan is finished.
   * Fails with `changed-since`, `file-exists`, `file-not-found`, `file-not-writable`, `apply-refused`, `write-failed`,
   * `bad-text` (the file's encoding does not have a character) or `cancelled`; the files are then as they were.
   */
  apply(plan: Plan, signal?: AbortSignal): Promise<Result<readonly AppliedFile[]>>;
}
