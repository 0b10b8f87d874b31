import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { commands } from '../../src/manifest/commands.ts';
import { transcriptFormats } from '../../src/core/sources/formats.ts';
import { transcriptPlaces } from '../../src/core/sources/places.ts';
import { settings } from '../../src/manifest/settings.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

interface Manifest {
  readonly version: string;
  readonly icon: string;
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly configuration: {
      readonly properties: Readonly<Record<string, { readonly scope: string }>>;
    };
    readonly viewsContainers: { readonly activitybar: readonly { readonly icon: string }[] };
  };
  readonly capabilities: {
    readonly untrustedWorkspaces: {
      readonly supported: string;
      readonly restrictedConfigurations: readonly string[];
    };
    readonly virtualWorkspaces: { readonly supported: boolean; readonly description: string };
  };
}

const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as Manifest;

describe('manifest', () => {
  it('titles every command in the way of the editor', () => {
    const wrong = manifest.contributes.commands.filter(
      ({ command, title }) => !command.startsWith('chipboard.') || !/^[A-Z]/.test(title),
    );

    assert.deepEqual(wrong, []);
    assert.equal(manifest.contributes.commands.length, Object.keys(commands).length);
  });

  it('lets no workspace change a setting, but for prices, from which only sums are told', () => {
    const { restrictedConfigurations, supported } = manifest.capabilities.untrustedWorkspaces;

    assert.equal(supported, 'limited');
    assert.deepEqual(restrictedConfigurations, Object.keys(settings));
    assert.deepEqual(
      Object.entries(manifest.contributes.configuration.properties)
        .filter(([, { scope }]) => scope !== 'machine')
        .map(([key, { scope }]) => [key, scope]),
      [['chipboard.prices', 'machine-overridable']],
    );
  });

  it('refuses virtual workspaces with a reason', () => {
    const { supported, description } = manifest.capabilities.virtualWorkspaces;

    assert.equal(supported, false);
    assert.match(description, /files on disk/);
  });

  it('gives defaults that the settings themselves accept', () => {
    const wrong = Object.entries(settings).filter(([, setting]) =>
      setting.type === 'integer'
        ? setting.default < setting.minimum || setting.default > setting.maximum
        : setting.type === 'string' &&
          !(setting.enum as readonly string[]).includes(setting.default),
    );

    assert.deepEqual(wrong, []);
  });

  it('offers exactly the agents whose sessions can be read, and they have places', () => {
    const known = [...new Set(transcriptFormats.map(({ agent }) => agent))];
    const places = transcriptPlaces({ platform: 'linux', home: '/h', env: {}, windowsHomes: [] });
    const placed = new Set(places.flatMap(({ agents }) => agents ?? []));

    const offered = settings['chipboard.transcripts.agents'].items.enum;

    assert.deepEqual([...offered].sort(), known.sort());
    assert.deepEqual(
      known.filter((agent) => !placed.has(agent)),
      ['Wire capture'],
    );
    assert.ok(places.every(({ agents }) => agents?.every((agent) => known.includes(agent))));
  });

  it('names pictures that are there', () => {
    const pictures = [
      manifest.icon,
      ...manifest.contributes.viewsContainers.activitybar.map(({ icon }) => icon),
    ];

    assert.deepEqual(
      pictures.filter((picture) => !existsSync(root + picture)),
      [],
    );
  });
});
