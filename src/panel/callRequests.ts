import type { CallRow, StoredCall } from '../ports/store.ts';
import { redactedText, redactedValue } from '../core/redact.ts';
import type { CallDetail } from '../protocol/calls.ts';
import { isFlag, isRecord } from '../protocol/guards.ts';
import { RpcError } from '../protocol/rpc.ts';
import { bugReport } from './bugReport.ts';
import { isChangesAsked, isId } from './chipRequests.ts';
import type { HandlersOf, PanelParts } from './panelParts.ts';
import { callItem, eventItem } from './rowItems.ts';
import { shownValue } from './shownValue.ts';
import { readPayload, unreadableText } from './storeProblem.ts';

/** Characters of an answer that are shown. */
const shownCharacters = 100_000;
