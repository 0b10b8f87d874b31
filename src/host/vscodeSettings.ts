import * as vscode from 'vscode';
import type { Log } from '../ports/log.ts';
import type { Settings, SettingsSource } from '../ports/settings.ts';
import type { Disposable, Event } from '../ports/system.ts';
import { DisposableStore, Emitter } from '../core/lifecycle.ts';
import type { SettingKey } from '../manifest/settings.ts';
import { settings } from '../manifest/settings.ts';

const megabyte = 1024 * 1024;

/** Reads the settings, and is the only one to do so. A bad value is replaced by the default and logged once. */
export class VscodeSettings implements SettingsSource, Disposable {
  readonly onDidChange: Event<Settings>;
  private readonly disposables = new DisposableStore();
  private readonly complained = new Set<string>();
  private readonly log: Log;
  private values: Settings;

  constructor(log: Log) {
    this.log = log;
    this.values = this.load();
    const changed = this.disposables.add(new Emitter<Settings>());
    this.onDidChange = changed.event;
    this.disposables.add(
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('chipboard')) {
          this.values = this.load();
          changed.fire(this.values);
        }
      }),
    );
  }

  get current(): Settings {
    return this.values;
  }

  /** The port the user asks for; 0 = any. */
  get port(): number {
    return this.integer('chipboard.mcp.port');
  }

  dispose(): void {
    this.disposables.dispose();
  }

  private load(): Settings {
    const language = this.read('chipboard.tools.language');
    const chinese =
      language === 'zh' || (language !== 'en' && vscode.env.language.startsWith('zh'));
    return Object.freeze({
      maxChips: this.integer('chipboard.chips.max'),
      minChipBytes: this.integer('chipboard.chips.minBytes'),
      chipDays: this.integer('chipboard.chips.days'),
      maxSnapshots: this.integer('chipboard.edit.maxEvents'),
      maxCalls: this.integer('chipboard.activity.maxCalls'),
      editorFileBytes: this.integer('chipboard.edit.editorFileSize') * megabyte,
      language: chinese ? 'zh' : 'en',
    });
  }

  private integer(key: SettingKey): number {
    const entry = settings[key];
    const value = this.read(key);
    if (entry.type !== 'integer') {
      throw new Error(`${key} is no integer setting.`);
    }
    if (
      typeof value === 'number' &&
      Number.isInteger(value) &&
      value >= entry.minimum &&
      value <= entry.maximum
    ) {
      return value;
    }
    if (!this.complained.has(key)) {
      this.complained.add(key);
      this.log.warn(
        `Setting ${key} must be a whole number from ${entry.minimum} to ${entry.maximum}; ${entry.default} is used.`,
      );
    }
    return entry.default;
  }

  private read(key: SettingKey): unknown {
    return vscode.workspace.getConfiguration().get<unknown>(key);
  }
}
