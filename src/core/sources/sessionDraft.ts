import { describe } from '../context/block.ts';
import { contentSize, contentText, type ContentSize } from './contentText.ts';
import { coverageOf, startCoverage, type CoverageSum } from './coverage.ts';
import { idPrefixes, type Origin, type RecordedBlock } from './recordedBlock.ts';
import type {
  RecordedBranch,
  RecordedCall,
  RecordedChild,
  RecordedPatch,
  RecordedSession,
} from './recordedSession.ts';
import { pushRun, type Runs } from '../../ports/runs.ts';

/** Facts of a session that its records tell one by one. */
export interface DraftFacts {
  id: string;
  title: string;
  folder: string;
  models: string[];
  versions: string[];
  started?: number;
  updated?: number;
}

/** All that a draft knows: plain data. */
export interface DraftState {
  readonly facts: DraftFacts;
  readonly blocks: RecordedBlock[];
  readonly calls: RecordedCall[];
  readonly patches: RecordedPatch[];
  readonly branches: RecordedBranch[];
  branch: number;
  questions: number;
  /** What stands in the window now. */
  window: number[];
  readonly coverage: CoverageSum;
}

/** A draft of nothing. */
export function startDraft(): DraftState {
  return {
    facts: { id: '', title: '', folder: '', models: [], versions: [] },
    blocks: [],
    calls: [],
    patches: [],
    branches: [{ kept: 0, from: 0 }],
    branch: 0,
    questions: 0,
    window: [],
    coverage: startCoverage(),
  };
}

/** A block to be added; what follows from its content and place is worked out. */
export type NewBlock = Pick<RecordedBlock, 'kind' | 'origin'> &
  Partial<Omit<RecordedBlock, 'id' | 'turn'>>;

/** A block to be added, while it is made: reading a long file makes so many that spreading their fields counts. */
export type BlockInWork = { -readonly [Key in keyof NewBlock]: NewBlock[Key] };

/** A patch to be added. */
export type NewPatch = Omit<RecordedPatch, 'id' | 'call' | 'provenance' | 'back' | 'created'> &
  Partial<Pick<RecordedPatch, 'back' | 'created'>>;

/** A call to be added; its window is the draft's window now, if none is given. */
export type NewCall = Omit<RecordedCall, 'index' | 'question' | 'window' | 'output' | 'branch'> &
  Partial<Pick<RecordedCall, 'window' | 'output'>>;

/** Longest title, in characters. */
const titleLength = 120;

/** Adds pieces to a session that is being read. Everything is O(1) beside the text of the piece itself. */
export class SessionDraft {
  readonly state: DraftState;

  constructor(state: DraftState = startDraft()) {
    this.state = state;
  }

  /**
   * Adds a block, which is in no window yet, and returns its index. Length, tokens and description are those of
   * `content` where they are not given; `text` is its text, for who has it already.
   */
  add(block: NewBlock, content: unknown, text = contentText(content)): number {
    const { blocks, calls } = this.state;
    const size: ContentSize =
      block.length !== undefined && block.tokens !== undefined
        ? { length: block.length, tokens: block.tokens }
        : contentSize(content, text);
    const index = blocks.length;
    // A spread that comes first is a copy of the object; behind other fields it is taken apart.
    blocks.push({
      ...block,
      native: block.native ?? '',
      fidelity: block.fidelity ?? 'whole',
      description: block.description ?? describe('', text),
      length: block.length ?? size.length,
      tokens: block.tokens ?? size.tokens,
      id: `${idPrefixes[block.kind]}_${String(index + 1).padStart(3, '0')}`,
      turn: calls.length,
    });
    return index;
  }

  /** Puts a block at the end of the window. */
  show(index: number): void {
    pushRun(this.state.window, index, index + 1);
  }

  /** Puts another window in place of this one; whoever does says why with `patch`. */
  setWindow(window: Runs): void {
    this.state.window = [...window];
  }

  /** Adds a call and returns it. */
  call(call: NewCall): RecordedCall {
    const { calls, questions, window, branch } = this.state;
    const made: RecordedCall = {
      window: [...window],
      output: [],
      ...call,
      index: calls.length,
      question: questions,
      branch,
    };
    calls.push(made);
    this.noteModel(call.model);
    return made;
  }

  /** Puts another record of a call in the place of the former: usage and output come in parts. */
  changeCall(index: number, change: Partial<Omit<RecordedCall, 'index'>>): void {
    const former = this.state.calls[index];
    if (former !== undefined) {
      this.state.calls[index] = Object.assign({ ...former }, change);
    }
  }

  /** Adds a patch that acts from the next call on, and returns its index. */
  patch(patch: NewPatch): number {
    const { patches, calls } = this.state;
    patches.push({
      back: [],
      created: [],
      ...patch,
      id: `patch_${String(patches.length + 1).padStart(3, '0')}`,
      call: calls.length,
      provenance: 'inferred',
    });
    return patches.length - 1;
  }

  /** Puts another record of a patch in the place of the former: its summary comes later. */
  changePatch(index: number, change: Partial<Omit<RecordedPatch, 'id' | 'provenance'>>): void {
    const former = this.state.patches[index];
    if (former !== undefined) {
      this.state.patches[index] = { ...former, ...change };
    }
  }

  /** Starts another branch of the conversation; calls from now on are on it. */
  fork(parent: number, kept: number, at?: number): number {
    const { branches, calls } = this.state;
    branches.push({ parent, kept, from: calls.length, ...(at !== undefined && { at }) });
    this.state.branch = branches.length - 1;
    return this.state.branch;
  }

  /** Notes that a record was made at a time; the session spans all of them. */
  noteTime(at: number | undefined): void {
    const { facts } = this.state;
    if (at !== undefined) {
      facts.started = Math.min(facts.started ?? at, at);
      facts.updated = Math.max(facts.updated ?? at, at);
    }
  }

  /** Notes the model of a call; empty names are none. */
  noteModel(model: string): void {
    noteOnce(this.state.facts.models, model);
  }

  /** Notes the version of the program that wrote a record. */
  noteVersion(version: string): void {
    noteOnce(this.state.facts.versions, version);
  }

  /** Counts a question of the user; the first gives the title, unless the transcript has one. */
  noteQuestion(text: string): void {
    this.state.questions += 1;
    this.state.facts.title ||= describe('', text);
  }

  /** Takes the title that the transcript gives. */
  noteTitle(title: string): void {
    const line = title.replace(/\s+/g, ' ').trim().slice(0, titleLength);
    if (line !== '') {
      this.state.facts.title = line;
    }
  }

  /** The session so far. */
  session(
    format: { readonly id: string; readonly agent: string },
    files: readonly string[],
    children: readonly RecordedChild[] = [],
  ): RecordedSession {
    const { facts, blocks, calls, patches, branches, branch, questions, window } = this.state;
    return {
      ...facts,
      id: facts.id === '' ? idOfFile(files[0] ?? '') : facts.id,
      format: format.id,
      agent: format.agent,
      questions,
      files,
      blocks,
      calls,
      patches,
      branches,
      branch,
      window: [...window],
      children,
      coverage: coverageOf(this.state.coverage),
      complete: true,
    };
  }
}

/** Most names that are kept of each sort. */
const namesKept = 50;

function noteOnce(names: string[], name: string): void {
  if (name !== '' && names.length < namesKept && !names.includes(name)) {
    names.push(name);
  }
}

/** The file's name without its ending. */
function idOfFile(path: string): string {
  const name = path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
  return name.replace(/\.[^.]+$/, '');
}

/** The origin of a text in a record. */
export function originOf(place: Omit<Origin, 'path'>, path: Origin['path'] = []): Origin {
  return { file: place.file, offset: place.offset, bytes: place.bytes, path };
}
