import type { Operation } from './read-reference'

/** The operation as a few lines of TypeScript, without a library. */
export function toTypeScript(operation: Operation, baseUrl: string): string {
  const { method, body } = operation
  const headers = headersOf(operation).map(([name, value]) => `    ${JSON.stringify(name)}: ${value.typeScript},`)
  return [
    `const response = await fetch('${baseUrl}${operation.path}', {`,
    `  method: '${method}',`,
    ...(headers.length > 0 ? ['  headers: {', ...headers, '  },'] : []),
    ...(body ? [`  body: JSON.stringify(${indented(body.example, '  ')}),`] : []),
    '})',
    'console.log(response.status, await response.json())',
  ].join('\n')
}

/** The operation as a few lines of Python, with nothing but its own library. */
export function toPython(operation: Operation, baseUrl: string): string {
  const { method, body } = operation
  const headers = headersOf(operation).map(([name, value]) => `        ${JSON.stringify(name)}: ${value.python},`)
  return [
    'import json, os, urllib.request, uuid',
    '',
    'request = urllib.request.Request(',
    `    "${baseUrl}${operation.path}",`,
    `    method="${method}",`,
    ...(headers.length > 0 ? ['    headers={', ...headers, '    },'] : []),
    ...(body ? [`    data="""${indented(body.example, '    ')}""".encode(),`] : []),
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(response.status, json.load(response))',
  ].join('\n')
}

type Value = { typeScript: string; python: string }

function headersOf({ needsToken, parameters, body }: Operation): [string, Value][] {
  const hasKey = parameters.some(({ location }) => location === 'header')
  const all: [string, Value, boolean][] = [
    [
      'Authorization',
      { typeScript: "'Bearer ' + process.env.TOKEN", python: 'f"Bearer {os.environ[\'TOKEN\']}"' },
      needsToken,
    ],
    ['Idempotency-Key', { typeScript: 'crypto.randomUUID()', python: 'str(uuid.uuid4())' }, hasKey],
    ['Content-Type', { typeScript: "'application/json'", python: '"application/json"' }, body !== null],
  ]
  return all.flatMap(([name, value, isSent]) => (isSent ? [[name, value]] : []))
}

function indented(json: string, by: string): string {
  return json.replaceAll('\n', `\n${by}`)
}
