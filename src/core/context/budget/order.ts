/** Names of what may happen before a request. */
export type StepBeforeRequest = 'trim' | 'report' | 'nudge' | 'compaction' | 'offload';

/**
 * What happens before a request, in this order; each step sees what those before it made.
 *
 * 1. `trim`: long tool output gets its marker when it comes in. It costs no model call and breaks no cache, since the
 *    text was never sent; so all that follows reckons with trimmed sizes.
 * 2. `report`: from the soft limit on the model is told. It knows best what it still needs, so it is asked first.
 * 3. `nudge`: a model that was told to act and did not is asked once more, with the report in its view.
 * 4. `compaction`: what the model did not do is done by a summary, at its own threshold. It needs a model call, so it
 *    comes after what the model does for nothing; it keeps the sense of old turns, so it comes before the safety net.
 * 5. `offload`: the safety net at the critical level. It only cuts, so it is last, and acts on what is left.
 *
 * A step that changed the view makes the budget be reckoned anew before the next one. A report is sent with the numbers
 * that hold after the last step: if compaction or offload acted, the report of this request is written again, and
 * there is still one.
 */
export const stepsBeforeRequest: readonly StepBeforeRequest[] = [
  'trim',
  'report',
  'nudge',
  'compaction',
  'offload',
];
