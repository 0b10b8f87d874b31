import type { Message } from '../../../src/core/context/message.ts';
import { maintenanceInstruction } from '../../../src/core/agent/maintainContext.ts';
import { factNames, type FactName } from './researchTask.ts';

/** A fact of a dossier, as asked for or found. */
export interface WantedFact {
  readonly name: string;
  readonly fact: FactName;
}

/** A dossier whose text stands in the view. */
export interface ReadDossier {
  readonly name: string;
  readonly block: string;
}

/** A line of the list of blocks. */
export interface ListedBlock {
  readonly id: string;
  readonly kind: string;
  readonly tokens: number;
}

/** All that a reader knows who was given the messages of one request and nothing else. */
export interface ViewReading {
  /** The newest question. */
  readonly question: string;
  /** All questions in view, oldest first. */
  readonly questions: readonly string[];
  /** Values by `factKey`. */
  readonly facts: ReadonlyMap<string, string>;
  readonly dossiers: readonly ReadDossier[];
  /** Where texts of dossiers can be read again, by name of the dossier. */
  readonly addresses: ReadonlyMap<string, string>;
  /** What was looked up since the newest question, as arguments of calls. */
  readonly looked: ReadonlySet<string>;
  /** The blocks in view, in order; empty where there is no list of blocks. */
  readonly listed: readonly ListedBlock[];
  /** A budget report, or a nudge, that no call of context-update followed. */
  readonly report?: { readonly used: number; readonly room: number };
  /** The request is for putting the context in order, and for nothing else. */
  readonly isMaintenance: boolean;
}

const sentence = new RegExp(`The (${factNames.join('|')}) of (\\w+) is ([^.\\n]+)\\.`, 'g');
const listedLine = /^- (\S+) (\S+) (\d+) tokens/gm;
const tag = /^\[block:(\S+)\]\n/;

/** Key of a fact. */
export function factKey({ name, fact }: WantedFact): string {
  return `${fact} of ${name}`;
}

/** Reads a request. Linear in its texts. */
export function readView(messages: readonly Message[]): ViewReading {
  const facts = new Map<string, string>();
  const dossiers: ReadDossier[] = [];
  const addresses = new Map<string, string>();
  let listed: readonly ListedBlock[] = [];
  for (const { role, text } of messages) {
    if (role === 'user') {
      listed = text.startsWith('<context_manifest>') ? blocksIn(text) : listed;
      continue;
    }
    for (const [, fact = '', name = '', value = ''] of text.matchAll(sentence)) {
      facts.set(`${fact} of ${name}`, value);
    }
    for (const [, name = '', address = ''] of text.matchAll(/DOSSIER (\w+) \((\S+)\)/g)) {
      addresses.set(name, address);
    }
    if (role === 'tool') {
      readResult(text, dossiers, addresses);
    }
  }
  const questionAt = messages.findLastIndex(isQuestion);
  const reported = reportIn(messages);
  return {
    question: messages[questionAt]?.text.replace(tag, '') ?? '',
    questions: messages.filter(isQuestion).map(({ text }) => text.replace(tag, '')),
    facts,
    dossiers,
    addresses,
    looked: new Set(
      messages
        .slice(questionAt + 1)
        .flatMap(({ calls = [] }) => calls.map((call) => `${call.name} ${call.arguments}`)),
    ),
    listed,
    ...(reported !== undefined && { report: reported }),
    isMaintenance: messages.at(-1)?.text === maintenanceInstruction,
  };
}

function isQuestion({ role, text }: Message): boolean {
  return role === 'user' && /^\[block:user_\d+\]\n/.test(text);
}

/** A text that was read, whole or as what stands for it. */
function readResult(text: string, dossiers: ReadDossier[], addresses: Map<string, string>): void {
  const [head = '', block = ''] = tag.exec(text) ?? ['', ''];
  const content = text.slice(head.length);
  const [, whole] = /^DOSSIER (\w+)\n/.exec(content) ?? [];
  if (whole !== undefined) {
    dossiers.push({ name: whole, block });
    return;
  }
  const [, stubbed] = /^DOSSIER (\w+)/m.exec(content) ?? [];
  const [, address] = /^\[full text: ([^;\]]+)/m.exec(content) ?? [];
  if (stubbed !== undefined && address !== undefined) {
    addresses.set(stubbed, address);
  }
}

function blocksIn(manifest: string): readonly ListedBlock[] {
  const [inView = ''] = manifest.split('\narchived (');
  return [...inView.matchAll(listedLine)].map(([, id = '', kind = '', tokens]) => {
    return { id, kind, tokens: Number(tokens) };
  });
}

function reportIn(messages: readonly Message[]): ViewReading['report'] {
  const at = messages.findLastIndex(({ text }) => /^\S+\n<budget_report>/.test(text));
  const isActedOn = messages
    .slice(at + 1)
    .some(({ calls = [] }) => calls.some((call) => call.name === 'context-update'));
  if (at < 0 || isActedOn) {
    return undefined;
  }
  const [, json = '{}'] =
    /<budget_report>\n([^]*)\n<\/budget_report>/.exec(messages[at]?.text ?? '') ?? [];
  const report = JSON.parse(json) as { readonly used_tokens: number; readonly max_tokens: number };
  return { used: report.used_tokens, room: report.max_tokens };
}
