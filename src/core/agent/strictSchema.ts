/*
 * Some APIs hold a model to a tool's schema exactly, if the schema is of a strict form: every property is required, and
 * no others are allowed. What is optional becomes nullable; a null that the model sends for it means that it is absent.
 */

type Json = Readonly<Record<string, unknown>>;

/** Keywords that strict forms do not have; a schema that needs one stays as it is. */
const refused = [
  'allOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'patternProperties',
  'dependentRequired',
  'dependentSchemas',
  'propertyNames',
  '$ref',
];

/** Keywords that only explain. */
const dropped = new Set(['default', '$schema', 'examples', 'title', '$comment']);

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Families whose APIs take strict schemas: OpenAI's from GPT-4o on. `name` is an id or a family. */
export function takesStrictSchemas(name: string): boolean {
  const bare = name.toLowerCase().split('/').at(-1) ?? '';
  return /^(?:chat)?(?:gpt-?(?:4-?o|4\.[15]|[5-9])|o[134](?![a-z0-9.])|codex)/.test(bare);
}

/** The schema in strict form; undefined if it has none, such as an object with any fields. Pure. */
export function strictSchema(schema: object): object | undefined {
  const strict = strictOf(schema as Json);
  return strict?.['type'] === 'object' ? strict : undefined;
}

function strictOf(schema: Json): Json | undefined {
  if (refused.some((keyword) => keyword in schema)) {
    return undefined;
  }
  const { type, anyOf, items } = schema;
  const kept = Object.fromEntries(Object.entries(schema).filter(([name]) => !dropped.has(name)));
  if (Array.isArray(anyOf)) {
    const forms = anyOf.map((form) => (isObject(form) ? strictOf(form) : undefined));
    return forms.includes(undefined) ? undefined : { ...kept, anyOf: forms };
  }
  if (type === 'object') {
    return strictObject(kept);
  }
  if (type === 'array') {
    const inner = isObject(items) ? strictOf(items) : undefined;
    return inner === undefined ? undefined : { ...kept, items: inner };
  }
  return typeof type === 'string' || Array.isArray(type) || 'enum' in schema || 'const' in schema
    ? kept
    : undefined;
}

function strictObject(schema: Json): Json | undefined {
  const { properties = {}, additionalProperties: others } = schema;
  const isOpen = others !== undefined && others !== false;
  if (!isObject(properties) || isOpen || (others === undefined && isEmpty(properties))) {
    return undefined;
  }
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const fields: Record<string, Json> = {};
  for (const [name, field] of Object.entries(properties)) {
    const strict = isObject(field) ? strictOf(field) : undefined;
    if (strict === undefined) {
      return undefined;
    }
    fields[name] = required.has(name) ? strict : nullable(strict);
  }
  const names = Object.keys(fields);
  return { ...schema, properties: fields, required: names, additionalProperties: false };
}

function isEmpty(object: Json): boolean {
  return Object.keys(object).length === 0;
}

function nullable(schema: Json): Json {
  const { type, description, ...rest } = schema;
  if (Array.isArray(rest['enum'])) {
    const values = rest['enum'] as readonly unknown[];
    return {
      ...schema,
      type: withNull(type),
      enum: values.includes(null) ? values : [...values, null],
    };
  }
  if (Array.isArray(rest['anyOf']) || 'const' in rest) {
    const form = { ...rest, ...(type !== undefined && { type }) };
    return {
      ...(description !== undefined && { description }),
      anyOf: [
        ...(Array.isArray(rest['anyOf']) ? (rest['anyOf'] as readonly unknown[]) : [form]),
        { type: 'null' },
      ],
    };
  }
  return { ...schema, type: withNull(type) };
}

function withNull(type: unknown): unknown {
  const types = Array.isArray(type) ? (type as readonly unknown[]) : [type ?? 'string'];
  return types.includes('null') ? types : [...types, 'null'];
}

/**
 * Arguments without the nulls that stand for what is absent: those of fields which the tool's own schema has and which
 * take no null there. Others are left, as the tool may mean something by them. Pure.
 */
export function withoutNulls(args: unknown, schema: unknown): unknown {
  if (Array.isArray(args)) {
    const items = isObject(schema) ? schema['items'] : undefined;
    return args.map((each) => withoutNulls(each, items));
  }
  if (!isObject(args) || !isObject(schema) || !isObject(schema['properties'])) {
    return args;
  }
  const { properties } = schema;
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const entries = Object.entries(args).flatMap(([name, value]) => {
    const field = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const isAbsent = value === null && field !== undefined && !required.includes(name);
    return isAbsent && !takesNull(field) ? [] : [[name, withoutNulls(value, field)] as const];
  });
  return Object.fromEntries(entries);
}

function takesNull(schema: unknown): boolean {
  if (!isObject(schema)) {
    return false;
  }
  const { type, anyOf } = schema;
  const values = schema['enum'];
  return (
    type === 'null' ||
    (Array.isArray(type) && type.includes('null')) ||
    (Array.isArray(values) && values.includes(null)) ||
    (Array.isArray(anyOf) && anyOf.some(takesNull))
  );
}
