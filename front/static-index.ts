/** The file below `.next` that lists the files of the build for browsers, by their URL path. */
export const STATIC_INDEX = 'static-index.json'

type Encoding = 'br' | 'gzip'

export type StaticFile = {
  /** The path below `.next`. Its compressed forms end in `.br` and `.gz`. */
  file: string
  type: string
  /** The hash of the contents. */
  hash: string
  encodings: Encoding[]
}

export const STATIC_TYPES: Record<string, string | undefined> = {
  '.js': 'application/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
}
