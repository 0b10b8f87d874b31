/** What a provider threw: the editor's name for it, where it has one, and its words. */
export interface ModelProblem {
  readonly code?: string;
  readonly message: string;
}

/** What to do about the failures that the editor tells apart. */
const ways: Readonly<Record<string, string>> = {
  NoPermissions:
    'VS Code does not let Chipboard use this model. Allow it with the command "Manage Language Model Access", or choose another model; then Continue.',
  NotFound: 'This model is not there any more. Choose another one, then Continue.',
  Blocked:
    'The provider refused the request, as it does when a quota is used up. Wait, or choose another model; then Continue.',
};

const again = 'Continue tries again; nothing of what was done is lost.';

/** Says that a model failed, what its provider said, and how to go on. */
export function failureSentences({ code = '', message }: ModelProblem): string {
  const said = message.trim();
  const sentence = said === '' || /[.!?]$/.test(said) ? said : `${said}.`;
  const way = Object.hasOwn(ways, code) ? ways[code] : undefined;
  if (way !== undefined) {
    return sentence === '' ? way : `${way} It said: ${sentence}`;
  }
  return `The model failed${sentence === '' ? '' : `: ${sentence}`}${sentence === '' ? '. ' : ' '}${again}`;
}
