import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { ENDPOINTS } from '@/registry/endpoints'
import { openApiDocument } from '@/server/api/openapi/document'
import { webhookVectors } from './webhook-vectors'
import { writeClient } from './write-client'
import { writeCollection } from './write-collection'

const FOLDER = 'packages/sdk/src/generated'

/** The files that `npm run sdk` writes: each text by its path from the root of the repository. */
export function generatedFiles(): Record<string, string> {
  const document: unknown = JSON.parse(JSON.stringify(openApiDocument(ENDPOINTS, 'https://api.example.com')))
  const client = Object.entries(writeClient(document)).map(([name, text]) => [`${FOLDER}/${name}`, text] as const)
  const vectors = ['packages/sdk/webhook-vectors.json', JSON.stringify(webhookVectors())] as const
  const collection = ['packages/postman-collection.json', JSON.stringify(writeCollection(document))] as const
  return Object.fromEntries([...client, vectors, collection].map(([path, text]) => [path, formatSource(path, text)]))
}

const ROOT = resolve(import.meta.dirname, '../..')

/**
 * TypeScript as `npm run format` leaves it. `path` decides about the language only. Throws if it cannot be parsed.
 */
function formatSource(path: string, source: string): string {
  const { stdout, stderr, status } = spawnSync(
    process.execPath,
    [join(ROOT, 'node_modules/@biomejs/biome/bin/biome'), 'format', `--stdin-file-path=${path}`],
    { cwd: ROOT, input: source, encoding: 'utf8', maxBuffer: 2 ** 26 },
  )
  if (status !== 0) throw new Error(`${path} cannot be formatted: ${stderr}`)
  return stdout
}
