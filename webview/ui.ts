import { provideVSCodeDesignSystem, vsCodeBadge, vsCodeButton } from '@vscode/webview-ui-toolkit';

/** Tag names of the components that pages use; a page writes no toolkit tag of its own. */
export const tags = { badge: 'vscode-badge', button: 'vscode-button' } as const;

/** Registers the components with the page. To be called once, before the first one is used. */
export function registerComponents(): void {
  provideVSCodeDesignSystem().register(vsCodeBadge(), vsCodeButton());
}
