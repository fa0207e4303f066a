import type { Terminal } from './terminal'

/** The OpenAPI document of the API. Throws if it cannot be read. */
export async function readDocument(
  { fetch, signal }: Pick<Terminal, 'fetch' | 'signal'>,
  baseUrl: string,
): Promise<unknown> {
  const response = await fetch(`${baseUrl.replace(/\/(v1\/?)?$/, '')}/v1/openapi.json`, { signal })
  if (!response.ok) throw new Error(`The document cannot be read: ${response.status}`)
  return response.json()
}
