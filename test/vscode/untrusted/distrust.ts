import { driveUi } from '../../../scripts/editor/uiClient.ts';

before(async () => {
  // The question that the editor asks at the start.
  await driveUi({ action: 'click', role: 'button', name: "No, I don't trust" }).catch(() =>
    driveUi({ action: 'press', key: 'Escape' }),
  );
});
