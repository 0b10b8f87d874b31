import { UI_CONTROL_VARIABLE, type UiAnswer, type UiRequest } from './uiProtocol.ts';

/** Whether this process runs under an editor whose window can be driven; false in desktop VS Code. */
export function canDriveUi(): boolean {
  return Boolean(process.env[UI_CONTROL_VARIABLE]);
}

/**
 * Asks the browser that shows the editor to do something: for tests in the extension host.
 * @returns What the action answers; see `UiRequest`.
 * @throws {Error} When there is no such browser (see `canDriveUi`) or the action failed.
 */
export async function driveUi(request: UiRequest): Promise<unknown> {
  const url = process.env[UI_CONTROL_VARIABLE];
  if (!url) {
    throw new Error(`${UI_CONTROL_VARIABLE} is not set: this editor's window cannot be driven.`);
  }
  const response = await fetch(url, { method: 'POST', body: JSON.stringify(request) });
  if (!response.ok) {
    throw new Error(`The UI control endpoint answered ${response.status}.`);
  }
  const answer = (await response.json()) as UiAnswer;
  if (!answer.ok) {
    throw new Error(`${request.action}: ${answer.error}`);
  }
  return answer.value;
}
