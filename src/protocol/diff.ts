/** A run of characters of a line; `changed` if the other side does not have it. */
export interface DiffPart {
  readonly text: string;
  readonly changed: boolean;
}

/** One row of a diff. Line numbers are 1-based. */
export type DiffRow =
  | {
      readonly kind: 'same';
      readonly before: number;
      readonly after: number;
      readonly text: string;
    }
  | { readonly kind: 'removed'; readonly before: number; readonly parts: readonly DiffPart[] }
  | { readonly kind: 'added'; readonly after: number; readonly parts: readonly DiffPart[] }
  /** `count` equal lines that are not shown, starting with these numbers. */
  | {
      readonly kind: 'folded';
      readonly before: number;
      readonly after: number;
      readonly count: number;
    };

/** What would happen to one file. */
export interface DiffFile {
  readonly file: string;
  readonly shown: string;
  readonly change: 'changed' | 'created' | 'removed';
  readonly added: number;
  readonly removed: number;
  /** Removed rows of a change stand before its added rows. */
  readonly rows: readonly DiffRow[];
  /** Rows left out because there are too many; the editor's own diff shows all. */
  readonly left: number;
}

/** An edit that has been worked out and not been made. */
export interface Preview {
  /** For `preview/…`; the host forgets the oldest of many. */
  readonly id: string;
  readonly files: readonly DiffFile[];
  /** What a person should know before: one sentence each. */
  readonly warnings: readonly PreviewWarning[];
}

/** Why to look twice. */
export interface PreviewWarning {
  readonly code:
    | 'changed-since'
    | 'already-there'
    | 'line-ends'
    | 'encoding'
    | 'expired'
    | 'no-change'
    | 'unsaved'
    | 'other';
  readonly message: string;
}
