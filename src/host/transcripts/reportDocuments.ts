import * as vscode from 'vscode';
import { DisposableStore } from '../../core/lifecycle.ts';
import { reportScheme } from '../../manifest/commands.ts';
import { PacedRuns } from '../../panel/transcripts/pacedRuns.ts';
import { sessionLabel } from '../../panel/transcripts/sessionLabels.ts';
import type { SessionsModel } from '../../panel/transcripts/sessionsModel.ts';
import {
  readPresent,
  reportOfOpen,
  type SessionReportText,
} from '../../panel/transcripts/sessionReport.ts';
import type { Disposable, Timer } from '../../ports/system.ts';
import type { TranscriptResult, TranscriptSource } from '../../ports/transcripts.ts';

/** What the documents need. */
export interface ReportParts {
  readonly model: SessionsModel;
  readonly source: () => TranscriptSource;
}

/** Most characters of a tab's name. */
const longestName = 40;

const timer: Timer = {
  after(milliseconds, run) {
    const handle = setTimeout(run, milliseconds);
    return { dispose: () => clearTimeout(handle) };
  },
};
const clock = { now: () => performance.now() };

/** Read-only documents that tell of sessions, one for each file. Those of sessions that are followed grow with them. */
export class ReportDocuments implements vscode.TextDocumentContentProvider, Disposable {
  readonly onDidChange: vscode.Event<vscode.Uri>;
  private readonly parts: ReportParts;
  private readonly disposables = new DisposableStore();
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  /** Texts by path. */
  private readonly texts = new Map<string, string>();
  private readonly paces = new Map<string, PacedRuns>();

  constructor(parts: ReportParts) {
    this.parts = parts;
    this.onDidChange = this.changed.event;
    const { followed } = parts.model;
    this.disposables.add(this.changed);
    this.disposables.add(followed.onDidChange((path) => this.grown(path)));
    this.disposables.add(vscode.workspace.registerTextDocumentContentProvider(reportScheme, this));
    this.disposables.add(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === reportScheme) {
          this.texts.delete(uri.query);
        }
      }),
    );
  }

  /** Reads a session and shows what is to be told of it. Answers the row of it, and where it is shown. */
  async show(
    path: string,
    options: { readonly preview: boolean; readonly signal?: AbortSignal },
  ): Promise<TranscriptResult<SessionReportText>> {
    const read = await this.read(path, options.signal);
    if (read.ok) {
      const { row, text } = read.value;
      const uri = openReport(row.path)?.uri ?? uriOf(row.path, sessionLabel(row));
      this.texts.set(row.path, text);
      this.changed.fire(uri);
      await vscode.window.showTextDocument(uri, { preview: options.preview });
    }
    return read;
  }

  /** Also for tabs that the editor opens again with the window: there is no text for them yet. */
  async provideTextDocumentContent(
    uri: vscode.Uri,
    token: vscode.CancellationToken,
  ): Promise<string> {
    const known = this.texts.get(uri.query);
    if (known !== undefined) {
      return known;
    }
    const giveUp = new AbortController();
    const subscription = token.onCancellationRequested(() => giveUp.abort());
    const read = await this.read(uri.query, giveUp.signal);
    subscription.dispose();
    return read.ok ? read.value.text : `${read.failure.message}\n`;
  }

  dispose(): void {
    for (const pace of this.paces.values()) {
      pace.dispose();
    }
    this.disposables.dispose();
  }

  private async read(
    path: string,
    signal?: AbortSignal,
  ): Promise<TranscriptResult<SessionReportText>> {
    const { model, source } = this.parts;
    const followed = model.followed.all.get(path);
    return followed === undefined
      ? readPresent(source(), path, model.kept, Date.now(), signal)
      : reportOfOpen(source(), followed.state.transcript, Date.now());
  }

  private grown(path: string): void {
    const pace = this.paces.get(path) ?? new PacedRuns(() => this.renew(path), { timer, clock });
    if (this.parts.model.followed.all.has(path)) {
      this.paces.set(path, pace);
      pace.ask();
    } else {
      pace.dispose();
      this.paces.delete(path);
    }
  }

  private async renew(path: string): Promise<void> {
    const document = openReport(path);
    if (document === undefined) {
      return;
    }
    const read = await this.read(path);
    if (read.ok && read.value.text !== this.texts.get(path)) {
      this.texts.set(path, read.value.text);
      this.changed.fire(document.uri);
    }
  }
}

function openReport(path: string): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(
    ({ uri, isClosed }) => uri.scheme === reportScheme && uri.query === path && !isClosed,
  );
}

/** The name is for the tab; what it is about is the query. */
function uriOf(path: string, label: string): vscode.Uri {
  const plain = label.replace(/[\\/:*?"<>|\s]+/g, ' ').trim();
  const name = plain.length > longestName ? `${plain.slice(0, longestName - 1)}…` : plain;
  return vscode.Uri.from({ scheme: reportScheme, path: `/${name}.txt`, query: path });
}

/** The transcript that the active editor tells of. */
export function activeReport(): string | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  return uri?.scheme === reportScheme ? uri.query : undefined;
}
