import type { AgentSettings } from '../ports/agentSettings.ts';
import type { Consent } from '../ports/consent.ts';
import type { PatchConsent } from '../ports/patchConsent.ts';
import { ModalConsent } from './modalConsent.ts';
import { PatchMessage } from './patchMessage.ts';

/** What asks the user of the window before agents change guarded files and contexts. */
export function askingUser(settings: () => AgentSettings): {
  readonly consent: Consent;
  readonly patchConsent: PatchConsent;
} {
  return {
    consent: new ModalConsent(),
    patchConsent: new PatchMessage(() => settings().askBefore),
  };
}
