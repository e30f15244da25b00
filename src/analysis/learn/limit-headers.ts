// Headers that tell the limits (§8), in whatever form, as templates.
import { literal } from '../../dialect/template.ts';

interface Value {
  readonly value: string;
  /** When the answer came, in milliseconds since 1970. */
  readonly at: number;
}

/** @returns undefined for a header that tells no limit */
export function limitTemplate(name: string, values: readonly Value[]): string | undefined {
  if (values.length === 0) return undefined;
  if (/^retry-after$/.test(name))
    return values.every(({ value }) => /^\d+$/.test(value)) ? '{retryAfter}' : dateOr(values);
  if (/retry.*(ms|millis)/.test(name)) return '{retryAfterMs}';
  if (!/rate-?limit|quota|throttl|requests-(remaining|limit)/.test(name)) return undefined;
  if (values.every(({ value }) => /^\d+(\.\d+)?$/.test(value))) return numberTemplate(name, values);
  if (values.every(({ value }) => /\w=\d/.test(value))) return structured(values[0]!.value);
  return /reset|retry/.test(name) ? dateOr(values) : undefined;
}

function dateOr(values: readonly Value[]): string | undefined {
  return values.every(({ value }) => !Number.isNaN(Date.parse(value)) && /[A-Z]/.test(value))
    ? '{retryAfterDate}'
    : undefined;
}

function numberTemplate(name: string, values: readonly Value[]): string | undefined {
  const numbers = values.map(({ value }) => Number(value));
  const most = Math.max(...numbers);
  const window = name.includes('minute')
    ? 'minute'
    : name.includes('second')
      ? 'second'
      : most > 20 && !/reset|after/.test(name)
        ? 'minute'
        : 'second';
  if (/remaining|left/.test(name)) return `{remaining:${window}}`;
  if (/reset|after/.test(name)) {
    const isTime = values.every(
      ({ value, at }) => Math.abs(Number(value) * 1000 - at) < 86_400_000 * 400 && Number(value) > 1e9,
    );
    const scope =
      name.includes('minute') || (!isTime && most > 1 && !name.includes('second')) ? 'minute' : 'second';
    return isTime ? `{resetAt:${scope}}` : `{reset:${scope}}`;
  }
  return /limit|quota/.test(name) ? `{limit:${window}}` : undefined;
}

/** `limit=5, remaining=4, reset=1` and the drafts of the IETF. */
function structured(example: string): string {
  return literal(example)
    .split(',')
    .map((part, _, parts) => {
      const scope = /minute|w=60\b/.test(parts.length > 1 && !example.includes('limit=') ? part : example)
        ? 'minute'
        : 'second';
      return part
        .replace(/\b(limit|q)=\d+/, `$1={limit:${scope}}`)
        .replace(/\b(remaining|r)=\d+/, `$1={remaining:${scope}}`)
        .replace(/\b(reset|t)=\d+/, `$1={reset:${scope}}`)
        .replace(/^(\s*)\d+(?=;\s*w=)/, `$1{limit:${scope}}`);
    })
    .join(',');
}
