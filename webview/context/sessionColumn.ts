import * as l10n from '@vscode/l10n';
import type { AppModel } from '../model.ts';
import type { SessionsModel } from './sessionsModel.ts';
import { chosenTurn, swapped } from './data/sessionChoice.ts';
import type { ContextState } from '../data/uiState.ts';

/** Where one of two sessions stands. */
export type Side = ContextState['side'];

/** What the picture of a session needs of the model, with `sessions.shown` as the session that it is of. */
export interface ContextModel extends Pick<
  AppModel,
  'onDidChange' | 'turn' | 'chooseContext' | 'showSession'
> {
  readonly sessions: Pick<SessionsModel, 'shown'>;
  readonly ui: { readonly context: ContextState };
  /** Where the session stands, if there are two. */
  readonly side?: Side;
}

/** A name that tells the part of one side from that of the other. */
export function named(name: string, { side }: ContextModel): string {
  if (side === undefined) {
    return name;
  }
  return side === 'left' ? l10n.t`${name}, left session` : l10n.t`${name}, right session`;
}

/**
 * The model as the picture of one of two sessions sees it. The one that is the model's own session shown is the one
 * that the lists are about; a choice made in a column makes its session that one.
 */
export class SessionColumn implements ContextModel {
  readonly side: Side;
  private readonly model: AppModel;

  constructor(model: AppModel, side: Side) {
    this.model = model;
    this.side = side;
  }

  /** Whether its session is the model's own. */
  get isFirst(): boolean {
    return this.model.ui.context.side === this.side;
  }

  get sessions(): ContextModel['sessions'] {
    const { sessions } = this.model;
    return { shown: this.isFirst ? sessions.shown : sessions.beside };
  }

  get ui(): ContextModel['ui'] {
    const { context } = this.model.ui;
    return { context: this.isFirst ? context : swapped(context) };
  }

  get turn(): number {
    return chosenTurn(this.ui.context, this.sessions.shown?.lists.calls.length ?? 0);
  }

  onDidChange(listener: () => void): () => void {
    return this.model.onDidChange(listener);
  }

  /** Makes its session the one that the lists are about. */
  activate(): void {
    if (!this.isFirst) {
      this.model.swapSessions();
    }
  }

  chooseContext(change: Parameters<AppModel['chooseContext']>[0]): void {
    this.activate();
    this.model.chooseContext(change);
  }

  showSession(session: string, path: readonly number[] = []): void {
    this.activate();
    this.model.showSession(session, path);
  }

  /** Leaves the other session alone on the page. */
  close(): void {
    if (this.isFirst) {
      this.model.swapSessions();
    }
    this.model.closeBeside();
  }
}
