import { promises as fs } from 'node:fs';
import { join } from 'node:path';
import { isBytesByTool } from '../../core/chips/newChip.ts';
import { settings as entries } from '../../manifest/settings.ts';
import type { Settings, SettingsSource } from '../../ports/settings.ts';
import { writePrivate } from '../privateFile.ts';
import type { HeadlessFlags } from './flags.ts';

const fileName = 'settings.json';
const megabyte = 1024 * 1024;

/** The settings where nobody has set any. `locale` is that of the user's terminal, like `zh_CN.UTF-8`. */
export function defaultSettings(locale: string): Settings {
  return {
    maxChips: entries['chipboard.chips.max'].default,
    minChipBytes: entries['chipboard.chips.minBytes'].default,
    minChipBytesByTool: entries['chipboard.chips.minBytesByTool'].default,
    chipDays: entries['chipboard.chips.days'].default,
    maxChipBytes: entries['chipboard.chips.maxMegabytes'].default * megabyte,
    maxSnapshots: entries['chipboard.edit.maxEvents'].default,
    maxCalls: entries['chipboard.activity.maxCalls'].default,
    maxCallBytes: entries['chipboard.activity.maxMegabytes'].default * megabyte,
    callDays: entries['chipboard.activity.days'].default,
    recordCalls: entries['chipboard.activity.record'].default,
    editorFileBytes: entries['chipboard.edit.editorFileSize'].default * megabyte,
    save: entries['chipboard.edit.save'].default,
    guardedFiles: entries['chipboard.edit.guardedFiles'].default,
    notifySaved: entries['chipboard.notifications.savedText'].default,
    language: locale.startsWith('zh') ? 'zh' : 'en',
  };
}

/** Leaves the editor's settings where the headless server finds them: which files they came from only the editor knows. */
export async function shareSettings(storageFolder: string, settings: Settings): Promise<void> {
  await fs.mkdir(storageFolder, { recursive: true });
  await writePrivate(join(storageFolder, fileName), `${JSON.stringify(settings)}\n`);
}

/** The settings: flags go before those of the editor, which go before the defaults. */
export async function headlessSettings(
  defaults: Settings,
  storageFolder: string,
  flags: HeadlessFlags,
): Promise<SettingsSource> {
  const shared = await fs.readFile(join(storageFolder, fileName), 'utf8').catch(() => '{}');
  const current: Settings = {
    ...fitting(defaults, shared),
    ...(flags.maxChips === undefined ? {} : { maxChips: flags.maxChips }),
    ...(flags.maxCalls === undefined ? {} : { maxCalls: flags.maxCalls }),
    ...(flags.maxEvents === undefined ? {} : { maxSnapshots: flags.maxEvents }),
    ...(flags.language === undefined ? {} : { language: flags.language }),
  };
  return { current, onDidChange: () => ({ dispose: () => undefined }) };
}

/** The defaults with what the text has of the same name and type: it may be of another version. */
function fitting(defaults: Settings, text: string): Settings {
  let shared: unknown;
  try {
    shared = JSON.parse(text);
  } catch {
    return defaults;
  }
  if (typeof shared !== 'object' || shared === null) {
    return defaults;
  }
  const given = new Map<string, unknown>(Object.entries(shared));
  const merged = Object.entries(defaults).map(([key, fallback]: [string, unknown]) => {
    const value = given.get(key);
    const isFitting =
      key === 'minChipBytesByTool'
        ? isBytesByTool(value)
        : typeof value === typeof fallback && Array.isArray(value) === Array.isArray(fallback);
    return [key, isFitting ? value : fallback];
  });
  return Object.fromEntries(merged) as Settings;
}
