import type { Operation } from './read-reference'
import { EXAMPLE_KEY, exampleUrl, toCurl } from './to-curl'

/** Sample code for an operation, in each language of the docs. */
export function programsOf(operation: Operation, baseUrl: string): { language: string; code: string }[] {
  return [
    { language: 'curl', code: toCurl(operation, baseUrl) },
    { language: 'TypeScript', code: toTypeScript(operation, baseUrl) },
    { language: 'Python', code: toPython(operation, baseUrl) },
  ]
}

/**
 * The operation as a few lines of TypeScript with our client, `@slipway/sdk`, whose methods have the names of the
 * operations.
 */
function toTypeScript(operation: Operation, baseUrl: string): string {
  const input = inputOf(operation)
  return [
    "import { createClient } from '@slipway/sdk'",
    '',
    "const { SLIPWAY_API_KEY = '' } = process.env",
    `const slipway = createClient({ apiKey: SLIPWAY_API_KEY, baseUrl: '${baseUrl}' })`,
    ...(operation.id === 'streamEvents'
      ? ['for await (const event of slipway.streamEvents()) console.log(event)']
      : [`const answer = await slipway.${operation.id}(${input})`, 'console.log(answer)']),
  ].join('\n')
}

/** One object with the required fields of path, query and body; nothing if there are none. */
function inputOf({ parameters, body }: Operation): string {
  const required = parameters.filter((parameter) => parameter.required && parameter.location !== 'header')
  const named = required.map(({ name, example, type }) => [name, type === 'integer' ? Number(example) : example])
  const fields: unknown = body ? JSON.parse(body.example) : {}
  const all = { ...Object.fromEntries(named), ...(typeof fields === 'object' ? fields : {}) }
  if (Object.keys(all).length === 0) return ''
  return JSON.stringify(all, null, 2)
    .replaceAll(/^(\s*)"([A-Za-z_$][\w$]*)":/gm, '$1$2:')
    .replaceAll(/"((?:[^"\\']|\\[^"'])*)"/g, "'$1'")
    .replace(`'${EXAMPLE_KEY}'`, 'SLIPWAY_API_KEY')
}

/** The operation as a few lines of Python, with nothing but its own library. */
function toPython(operation: Operation, baseUrl: string): string {
  const { method, body, needsToken } = operation
  const headers = headersOf(operation).map(([name, value]) => `        ${JSON.stringify(name)}: ${value},`)
  const request = [
    'request = urllib.request.Request(',
    `    "${baseUrl}${exampleUrl(operation)}",`,
    `    method="${method}",`,
    ...(headers.length > 0 ? ['    headers={', ...headers, '    },'] : []),
    ...(body ? [`    data=${pythonBody(body.example)},`] : []),
    ')',
  ]
  const read =
    operation.id === 'streamEvents'
      ? ['        for line in response:', '            print(line.decode(), end="")']
      : ['        print(response.status, json.load(response))']
  const code = [
    ...(needsToken ? ['# TOKEN is the access token of the guide "First call".'] : []),
    ...request,
    'try:',
    '    with urllib.request.urlopen(request) as response:',
    ...read,
    'except urllib.error.HTTPError as refused:',
    '    print(refused.code, json.load(refused))',
  ].join('\n')
  const modules = ['json', 'os', 'urllib.error', 'urllib.request', 'uuid'].filter((name) => code.includes(`${name}.`))
  return `import ${modules.join(', ')}\n\n${code}`
}

function pythonBody(example: string): string {
  const text = `"""${example.replaceAll('\n', '\n    ')}""".encode()`
  if (!example.includes(EXAMPLE_KEY)) return text
  return text.replace('.encode', `.replace("KEY", os.environ["SLIPWAY_API_KEY"]).encode`).replace(EXAMPLE_KEY, 'KEY')
}

function headersOf({ needsToken, parameters, body }: Operation): [name: string, python: string][] {
  const hasKey = parameters.some(({ location }) => location === 'header')
  const all: [name: string, python: string, isSent: boolean][] = [
    ['Authorization', 'f"Bearer {os.environ[\'TOKEN\']}"', needsToken],
    ['Idempotency-Key', 'str(uuid.uuid4())', hasKey],
    ['Content-Type', '"application/json"', body !== null],
  ]
  return all.flatMap(([name, python, isSent]) => (isSent ? [[name, python]] : []))
}
