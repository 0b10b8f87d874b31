import { z } from 'zod';

/** Content as all wire formats know it: a text, or a list of parts some of which have a text. */
export const content = z
  .union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))])
  .nullish();

/** The text of a content; the texts of several parts each on lines of their own. */
export function textOf(value: z.infer<typeof content>): string {
  return typeof value === 'string'
    ? value
    : (value ?? []).flatMap((part) => (part.text === undefined ? [] : [part.text])).join('\n');
}
