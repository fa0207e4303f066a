import { docsPaths } from '@/components/docs-paths'
import type { Guide, GuideCode, Sequence } from '@/components/guides/guide'
import { type Cause, causesOf, type Operation, type Reference, type WebhookKind } from './read-reference'
import { groupByStatus } from './status-groups'
import type { Field } from './to-fields'
import { programsOf } from './to-programs'
import { withoutCodes } from './without-codes'

export const ERRORS_TEXT =
  'Every error has a `code` that names its cause and never changes. `message` is for people and may change. `param` is the field, parameter or header that caused the error. Retry 429 and 503 errors. For any other error, change the request first.'

export function guideToMarkdown({ title, paragraphs, sequence, parts = [], code, releases = [] }: Guide): string {
  const added = releases.map(({ date, calls, fields }) => [
    `## ${date}`,
    [
      ...calls.map((call) => `- \`${call}\``),
      ...fields.map(
        ([names, meaning]) =>
          `- ${names
            .split(', ')
            .map((name) => `\`${name}\``)
            .join(', ')}: ${meaning}`,
      ),
    ].join('\n'),
  ])
  const ofParts = parts.flatMap((part) => [
    `## ${part.title}`,
    ...part.paragraphs,
    ...drawn(part.sequence),
    ...(part.code ?? []).flatMap((block) => [`${block.title}:`, fenced(block.code, languageOf(block))]),
  ])
  const blocks = code.map((block) => `## ${block.title}\n\n${fenced(block.code, languageOf(block))}`)
  return joined([`# ${title}`, ...paragraphs, ...drawn(sequence), ...ofParts, ...added.flat(), ...blocks])
}

export function operationToMarkdown(
  operation: Operation,
  { causes, commonCodes, baseUrl }: Pick<Reference, 'causes' | 'commonCodes' | 'baseUrl'>,
): string {
  const { method, path, summary, description, needsToken, scope, parameters, body, replies } = operation
  const answers = replies.filter(({ example }) => example !== null)
  return joined([
    `# ${summary}`,
    `\`${method} ${path}\`  (\`${operation.id}\`)`,
    description,
    needsToken
      ? `Requires an access token of a live key${scope ? ` with the scope \`${scope}\`` : ''}.`
      : 'No access token required.',
    ...section('Parameters', listed(parameters)),
    ...section('Body', body ? listed(body.fields) : ''),
    ...answers.flatMap(({ status, fields, example }) =>
      section(`Response ${status}`, joined([listed(fields ?? []), fenced(example ?? '', jsonOf(example ?? ''))])),
    ),
    ...section('Errors', errorsOf(operation, { causes, commonCodes })),
    ...programsOf(operation, baseUrl).map(
      ({ language, code }) => `## ${language}\n\n${fenced(code, LANGUAGES[language])}`,
    ),
  ])
}

export function eventToMarkdown({ kind, summary, description, headers, fields, example }: WebhookKind): string {
  return joined([
    `# ${kind}`,
    summary,
    description,
    ...section('Headers', listed(headers)),
    ...section('Body', listed(fields)),
    ...section('Example', fenced(example, jsonOf(example))),
  ])
}

export function errorsToMarkdown({ causes, errorBodies }: Reference): string {
  return joined([
    '# Error codes',
    ERRORS_TEXT,
    ...groupByStatus(causes).flatMap((group) => section(group.title, listedCauses(group.causes))),
    ...errorBodies.flatMap(({ name, fields }) => section(name, listed(withoutCodes(fields)))),
  ])
}

function listed(fields: readonly Field[]): string {
  return fields
    .map(({ name, type, required, description = '', choices, rules }) => {
      const values = choices.length > 0 ? `One of ${choices.map((choice) => `\`${choice}\``).join(', ')}.` : ''
      const facts = [required ? 'required' : 'optional', ...rules].join(', ')
      return ['-', `\`${name}\``, `(${type}, ${facts}):`, description, values].filter(Boolean).join(' ')
    })
    .join('\n')
}

/** The errors of one operation. The page of the errors explains those of most operations. */
function errorsOf(operation: Operation, { causes, commonCodes }: Pick<Reference, 'causes' | 'commonCodes'>): string {
  const all = causesOf(operation, causes)
  const common = all.filter(({ code }) => commonCodes.includes(code))
  const own = all.filter((cause) => !common.includes(cause))
  const names = common.map(({ code }) => `\`${code}\``).join(', ')
  return joined([
    listedCauses(own),
    names && `Most operations also return: ${names}. See ${docsPaths.docsErrors()}.md.`,
  ])
}

function listedCauses(causes: readonly Cause[]): string {
  return causes.map(({ code, status, means }) => `- ${status} \`${code}\`: ${means}`).join('\n')
}

/** A Mermaid diagram. Participants have ids, since their names may hold blanks. */
function drawn(sequence: Sequence | undefined): string[] {
  if (!sequence) return []
  const { caption, participants, messages } = sequence
  const idOf = (name: string) => `P${participants.indexOf(name) + 1}`
  const lines = [
    'sequenceDiagram',
    ...participants.map((name) => `  participant ${idOf(name)} as ${name}`),
    ...messages.map(([from, to, text]) => `  ${[from, to].map(idOf).join('->>')}: ${text.replaceAll('`', '')}`),
  ]
  return [fenced(lines.join('\n'), 'mermaid'), caption]
}

function section(title: string, text: string): string[] {
  return text === '' ? [] : [`## ${title}\n\n${text}`]
}

/** The names that Markdown has for the languages and titles of code. */
const LANGUAGES: Readonly<Record<string, string>> = {
  curl: 'sh',
  Shell: 'sh',
  Terminal: 'sh',
  Install: 'sh',
  TypeScript: 'ts',
  Python: 'python',
  Go: 'go',
  PHP: 'php',
}

function languageOf({ language, title, code }: GuideCode): string {
  return LANGUAGES[language ?? title] ?? jsonOf(code)
}

/** `json` for the text of an object; nothing for other examples. */
function jsonOf(code: string): string {
  return code.startsWith('{') ? 'json' : ''
}

function fenced(code: string, language = ''): string {
  return `\`\`\`${language}\n${code}\n\`\`\``
}

function joined(parts: readonly string[]): string {
  return parts.filter(Boolean).join('\n\n')
}
