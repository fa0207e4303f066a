/** The first of `offered` that an Accept-Encoding header accepts; null for none: then the body is sent uncompressed. */
export function chooseEncoding<E extends string>(accepted: string | undefined, offered: readonly E[]): E | null {
  const weights = new Map<string, number>()
  for (const part of (accepted ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim())
    const quality = parameters.find((parameter) => parameter.startsWith('q='))
    weights.set(name, quality === undefined ? 1 : Number(quality.slice(2)))
  }
  const weightOf = (name: string) => weights.get(name) ?? weights.get('*') ?? 0
  return offered.find((name) => weightOf(name) > 0) ?? null
}
