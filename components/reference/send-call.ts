import type { Operation, Parameter } from './read-reference'

export type Call = {
  operation: Pick<Operation, 'method' | 'path'> & {
    parameters: readonly Pick<Parameter, 'name' | 'location' | 'type'>[]
  }
  /** The values by parameter name; an empty one is not sent. */
  values: Record<string, string>
  body: string | null
  token: string | null
}

export type Answer = { status: number; durationMs: number; headers: [string, string][]; body: string }

/** Sends the reader's input without checks: the API itself refuses invalid input. */
export async function sendCall({ operation, values, body, token }: Call): Promise<Answer> {
  const headers = new Headers()
  if (token) headers.set('authorization', `Bearer ${token}`)
  if (body !== null) headers.set('content-type', 'application/json')
  for (const { name, location } of operation.parameters) {
    if (location === 'header' && values[name]) headers.set(name, values[name])
  }
  const startedAt = performance.now()
  const response = await fetch(urlOf(operation, values), {
    method: operation.method,
    headers,
    body,
    credentials: 'omit',
    cache: 'no-store',
  })
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
  const text = isStream ? await beginningOf(response) : await response.text()
  return {
    status: response.status,
    durationMs: Math.round(performance.now() - startedAt),
    headers: [...response.headers],
    body: indent(text),
  }
}

/** The first chunk of a stream. The rest is not read, because a stream does not end. */
async function beginningOf({ body }: Response): Promise<string> {
  const reader = body?.getReader()
  const first = await reader?.read()
  await reader?.cancel()
  return new TextDecoder().decode(first?.value)
}

export function urlOf({ path, parameters }: Call['operation'], values: Call['values']): string {
  const query = new URLSearchParams()
  let url = path
  for (const { name, location, type } of parameters) {
    const value = values[name] ?? ''
    if (location === 'path') url = url.replace(`{${name}}`, encodeURIComponent(value))
    if (location !== 'query' || !value) continue
    if (type !== 'object') query.set(name, value)
    // Written as `customer=c-77&order=5`.
    else for (const [key, text] of new URLSearchParams(value)) query.append(`${name}[${key}]`, text)
  }
  return query.size > 0 ? `${url}?${query}` : url
}

function indent(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}
