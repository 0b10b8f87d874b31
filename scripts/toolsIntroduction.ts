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

A name that is not there, while exactly one other differs only in case or in how its accents are composed (NFC, NFD),
stands for that one, and the answer says so. be-write makes no second file beside one whose accents are composed
otherwise; where the names differ in case it asks which is meant.

For one long line be-read takes \`columns\`, e.g. \`1001-3000\`: the answer has the text as it is, \`line_length\`, and
\`next\` for the rest. A line that is cut in another answer ends with a mark that says so.

## Guarded files

Files that can make programs run or change what agents may do are changed only with the user's word: everything below
\`.vscode\`, \`.git\`, \`.claude\`, \`.codex\`, \`.gemini\`, \`.cursor\`, \`.husky\`, and \`*.code-workspace\`, \`.mcp.json\`,
\`.envrc\`, and what the setting \`chipboard.edit.guardedFiles\` adds. It counts for every tool, for rollback too, and
for every spelling of the name. VS Code asks with the diff; without an answer in two minutes, and where nobody can be
asked (the headless server), the call fails with \`not-allowed\` and nothing is changed. Reading and previews are free.


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
| \`old_line\`, \`file_line\` | of an error: the first lines that differ, with what cannot be seen made visible |
| \`shift\` | by how much the lines below moved |
| \`event_id\` | the edit, for be-trx |
| \`chip\` | \`chip://id\` of the text that was kept |
| \`saved\` | \`false\` when the file on disk is still the old one, because the user has unsaved changes in it |
| \`warnings\` | remarks, one sentence each |
| \`files\`, \`results\` | for several files: how many, and per file \`file\`, \`added\`, \`removed\`, \`total\`, \`viewed_code_id\` |
| \`chips\` | \`id\`, \`kind\`, \`tool\`, \`file\`, \`err_code\`, \`err_msg\`, \`event_id\`, \`created_at\`, \`expires_at\`, \`bytes\`, \`pinned\`, \`replayed_at\`, \`excerpt\` |
| \`doc_start\`, \`name\`, \`kind\` | be-func-range: first line of doc comment and decorators, if above \`start\`; what was found |
| \`language\`, \`method\` | of the tools for structure: how the file was read, \`tree-sitter\`, \`tags\`, \`braces\` or \`indentation\` |
| \`balanced\`, \`problems\`, \`more\` | be-balance: whether brackets, quotes and tags pair up; \`line\`, \`column\` (from 1, in UTF-16 units) and \`message\` of each problem; how many more there are |
| \`events\` | be-trx status: \`event_id\`, \`tool\`, \`state\`, \`of\`, \`created_at\`, \`files\`, \`chip\`, \`removed_lines\`, \`removed\`, \`changed_since\` |
| \`session\`, \`patch_id\`, \`applied\`, \`created\` | context-update: the conversation, the patch, how many operations were done, ids of new blocks |
| \`freed_tokens\`, \`token_delta\`, \`budget\` | context-update: tokens the context lost (at least 0), its size now less that before, and where it stands |
| \`take_back\` | context-update: the operation that takes the patch back |
| \`rejections\`, \`more_rejections\` | of \`patch-refused\`: operation (by its index from 0), rule and what to do, of each; how many more there are |
| \`addresses\` | of \`artifact-not-found\`: texts that are out of the view |
| \`code\`, \`message\`, \`advice\` | of an error: what happened and what to do next |

An answer has at most 10 kB, both forms counted (more for clients known to take more); longer reads are paged. What
artifact-get gives has one form only, the text: a few lines that say which part it is and how to get the next, an empty
line, and that part as it is.

## The context of a conversation

context-update and artifact-get work on conversations whose context Chipboard manages and that are open now: those of
\`@chipboard\` in VS Code Chat. With one open, \`session\` can be left out; where none is open both fail with
\`session-not-found\`. They change no file, so they are there in a workspace that is not trusted too.

The operations of context-update are \`compact\` (\`ids\`, \`output\`, \`preserve\`, \`drop\`), \`payload_offload\` (\`ids\`,
\`replace_with\`), \`restore\` (\`ids\` of offloaded blocks, or \`patch_id\`), \`merge\` (\`ids\`, \`output\`, \`resolution\`), \`fold\`
(\`ids\`, \`output\`, \`scope_label\`), \`set_visibility\` (\`ids\`, \`visibility\`), \`redact\` (\`ids\`, \`drop_fields\`) and \`replace\`
(\`ids\`, \`content\`); the last two only where the settings allow them. All are done, or none and every reason is given.
While a model calls it, the calls it made together with this one wait for their results, so they cannot be compacted or
archived yet; results of theirs that are there already can be offloaded.

artifact-get reads texts of that conversation and nothing else, whatever the address. Characters are UTF-16 units;
\`from_char\` counts from the beginning of \`from_line\` and may go past its end. A page ends with a line if one fits.

## Structure

\`function:\` and \`tag:\` targets, be-func-range, be-tag-range and be-balance read the syntax tree of TypeScript, TSX,
JavaScript (with JSX), Python, Go, Rust, Java, C, C++, C#, Ruby, PHP, Bash, CSS, JSON, Kotlin, Scala, Dart, Lua and Zig,
also of scripts and styles in HTML, Vue and Svelte. Elements of HTML, Vue, Svelte and XML are found by their tags.
Other languages, files above 6 MB, and what the parser does not understand are read by braces, then by indentation;
\`method\` says so, and a warning why.

## Encodings

A byte order mark says what a file is; else the setting \`files.encoding\` for its path (\`--encoding\` of the headless
server), else UTF-8. So a file whose
bytes would be valid UTF-8 is read as GBK where GBK is set, as the editor does. Every encoding of VS Code can be set. A
document that is open counts in the encoding it is open in, and where \`files.autoGuessEncoding\` is on the editor
guesses for what is not UTF-8. A guess or a setting is taken only if every byte of the file means a character and writing
the text again gives the very bytes; else the call fails with \`unknown-encoding\` and nothing is written. Text with a
character that the file's encoding does not have (an emoji in GBK) fails with \`bad-text\` and names it; \`?\` is never
written in its place. A byte order mark in \`content\` or \`old\` of line 1 is left out. A new file takes the encoding that
is set. \`encoding\` is spelled as in VS Code; \`utf16lenobom\` and \`utf16benobom\` are UTF-16 without a mark, which is
read where the setting says UTF-16.

## Old reads, parallel and repeated calls

Calls for one file run one after another, whatever each calls it. Whether lines are old is judged by their text, never
by time. With \`viewed_code_id\` lines that moved are found again, which a warning says, and lines that changed are
refused (\`stale-view\`); the same holds for be-insert. Line numbers without an id are those of now.

be-write is refused (\`stale-view\`) if the file changed since this connection saw it last, by a read of the whole file
or an edit of its own; with the \`viewed_code_id\` of the present file it goes through. A connection that has not seen the
file may write it. What is overwritten comes back with be-trx.

A call is refused (\`already-applied\`, with the event) if its id is used up, or if an equal call was carried out and its
answer could not be delivered, over whatever connection it comes: \`"again": true\` makes it once more. Any other equal
call is carried out, with a warning. Taking the event back makes the call a new one. be-write needs none of this. It
holds for context-update within a conversation too, with the patch in place of the event; and a context-update that is
refused again for the same reasons is told how often that was, and not to be sent again.

## Text that looks like a mistake

\`content\` is written as it is: \`$&\`, entities, fences, conflict marks and \`\\n\` in quotes have no meaning here. Refused
with \`bad-text\`, unless \`"force": true\` says that it is meant:

- text of which every line begins with its number and a tab, as be-read shows lines, where the file has no such lines
  (a new \`.tsv\` file may have them)
- lines with a reader's notice that text is missing, such as \`… [cut: 20 more characters]\`
- in be-write: a placeholder such as \`// ... existing code ...\` in a text of less than half the lines; a text that takes
  more than 100 lines away and leaves less than a fifth; one whole fenced block for a file that is no prose

Line numbers in \`old\` are left out when comparing, with a warning. Written with a warning: U+FFFD, a placeholder in a
smaller edit, lines indented with spaces where the file has tabs or the other way round.

A text without any line break, but with the two characters \`\\n\` in their place, is taken for one that was escaped twice
only beyond doubt: at least two of them, none in quotes or beside signs of a pattern, and one at the end, before an
indent or before another. It is then written with line breaks, a warning says so, and what was sent is kept as the chip.

If \`old\` does not match, the message names the first character that differs, with its code point, line and column
(columns of \`old\` count characters); \`old_line\` and \`file_line\` show both lines with tabs as \`→\`, blanks at the end as
\`·\` and other unseen characters by number.

A path that is not there and has a control character in it, or a backslash where folders are parted by \`/\`, is refused:
no folder is made from a damaged path.

## What is kept

- The arguments of a failing call of an editing tool become a chip if they are longer than 50 bytes (setting).
- Lines removed by be-delete become a chip before anything is written.
- What be-replace and be-write overwrite is in the event, and comes back with be-trx.
- Text that any edit removed is found by be-trx status (\`removed_lines\`, \`removed\`: the first words, \`created_at\`),
  after commit too, and comes back by be-insert-chip with \`"from":"event://ID"\`. The newest events of a workspace
  folder are kept, committed or not (setting \`chipboard.edit.maxEvents\`, 500).
- With the first edit of a file, after a change from outside, and now and then, the whole text of a file up to 256 kB is
  kept. So rollback makes a file again that was deleted since, with its bytes and permissions; a larger one is refused.
- Rollback takes all of the edits asked for back or none, and what was refused can be tried again. Where somebody
  changed the same lines since it is refused (\`changed-after\`), and shows what the edit wrote and what is there; status
  says \`changed_since\` of such events. There is no force. Taking a delete back marks its chip as put back.
- If the store cannot keep something, the edit is still made and a warning says that nothing was kept.

## What only one host can show

The tests that begin with a short name (\`ENC-01\`, \`DB-05\` …) are run with the edits made by the editor and with those
made on files. These make sense with one only:

| case | where | why |
| --- | --- | --- |
| DB-01, DB-02, parts of DB-04, DB-05, DB-07 | editor | unsaved buffers, formatters, tabs, notebooks |
| SEC-09, MCP-03 | HTTP server | hosts, origins, tokens and session ids are those of a socket; stdio has none |
| SEC-12 | editor | only an editor knows whether a workspace is trusted; whoever starts the headless server trusts its folder |
| MCP-06 | editor | windows; what a dead one leaves is a test of the headless server |
| SEC-11 for \`C:\\\` and \`/c/\` | path gate | paths of Windows, tested with its rules on any system |

## What stays as it is

Line ends, encoding, byte order mark, permissions and links of an existing file, and every byte outside the edited
lines. New lines take the file's majority line end (in a file with none, the neighbour's, else LF). A new file has the
line ends of the text given; mixed ones are made uniform, with a warning. A file that had no line end after its last
line still has none after an edit of other lines. An open file with unsaved changes is edited in the editor and not
saved. A closed file is saved before the call returns. The setting
\`chipboard.edit.save\` says when files open in the editor are saved: \`whenClean\` (default) as said here, \`always\` also
with the user's unsaved changes, \`never\` not at all. What a formatter changes on save is reported, shown, and part of
the event. A file open as a notebook is refused; a closed notebook is edited as text, with a warning when it is no JSON
any more. Of several files all are changed or none. Untitled documents have no path, so no tool reaches them. Files above 5 MB (setting), and files whose line ends the
editor would make uniform, are changed on disk instead.
`;
