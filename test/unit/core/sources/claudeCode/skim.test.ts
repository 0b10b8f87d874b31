import assert from 'node:assert/strict';
import { skimProgress } from '../../../../../src/core/sources/claudeCode/skim.ts';
import { sampleFiles } from '../../../../fakes/transcripts.ts';

const paths = [
  'claude-code/autocompact/4d5611e5-241a-462a-8d15-5122611a9569.jsonl',
  'claude-code/bad-lines.jsonl',
];

const lines = sampleFiles(...paths)
  .flatMap(({ bytes }) => new TextDecoder().decode(bytes).split('\n'))
  .filter((line) => line.startsWith('{'));

function progress(body: string, more = ''): string {
  const filler = 'x'.repeat(600);
  return `{"parentUuid":"p","isSidechain":false,"type":"progress","data":{"type":"bash_progress","output":"${filler}"${body}},"toolUseID":"t","uuid":"u"${more}}`;
}

describe('skimming a line that reports progress', () => {
  it('gives what parsing gives, of its data only the type', () => {
    let skimmed = 0;
    for (const line of lines) {
      const record = skimProgress(line) as Record<string, unknown> | undefined;
      if (record !== undefined) {
        skimmed += 1;
        const whole = JSON.parse(line) as { data: { type: string } };
        assert.deepEqual(record, { ...whole, data: { type: whole.data.type } });
      }
    }
    // Reports of hooks and commands that are long enough to be worth it.
    assert.ok(skimmed > 400, String(skimmed));
  });

  it('leaves every line of the conversation to be parsed', () => {
    for (const line of lines) {
      const { type } = JSON.parse(line) as { type: string };
      assert.ok(type === 'progress' || skimProgress(line) === undefined);
    }
  });

  it('is not misled by texts that look like its beginning or its end', () => {
    const text = '\\",\\"type\\":\\"progress\\",\\"data\\":{\\"type\\":\\"bash_progress\\",';
    const said = `{"parentUuid":"p","type":"user","message":{"role":"user","content":"${text}${'x'.repeat(600)}},\\"uuid\\":\\"v\\"}"},"uuid":"u"}`;
    assert.equal(skimProgress(said), undefined);
    assert.equal(skimProgress(said.replace('"parentUuid":"p"', `"cwd":"${text}"`)), undefined);
    const nested = `{"message":${progress('')},"uuid":"u"}`;
    assert.equal(skimProgress(nested), undefined);
    const record = skimProgress(progress(',"more":{"uuid":"}"}'));
    assert.equal((record as { uuid: string }).uuid, 'u');
  });

  it('leaves a line that ends otherwise than such reports do to be parsed', () => {
    for (const line of [
      progress('').slice(0, -1),
      progress('', ',"more":{"a":"b"}'),
      progress('', ',"more":[1]'),
      `${progress('')} `,
    ]) {
      assert.equal(skimProgress(line), undefined);
    }
  });

  it('needs time in proportion to what it looks at, however the line is made', () => {
    const hostile = `{${'"a":"\\\\",'.repeat(200_000)}`;
    const begun = process.cpuUsage();
    for (let round = 0; round < 200; round += 1) {
      skimProgress(hostile);
    }
    const { user } = process.cpuUsage(begun);
    const parsing = process.cpuUsage();
    for (let round = 0; round < 200; round += 1) {
      JSON.parse(`"${'a'.repeat(hostile.length)}"`);
    }
    assert.ok(user < 20 * process.cpuUsage(parsing).user + 200_000);
  });
});
