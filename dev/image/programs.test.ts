import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { PROGRAMS } from './make-image'

const filesBelow = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(md|ya?ml|ts)$/.test(name))
    .map((name) => join(folder, name))

it('holds every program that the documentation and the deployment name', () => {
  const files = [
    'Dockerfile',
    'README.md',
    'compose.yaml',
    'compose.signer.yaml',
    ...['docs', 'deploy'].flatMap(filesBelow),
  ]
  const named = files.flatMap((file) => readFileSync(file, 'utf8').match(/\bdist\/[\w-]+\.mjs\b/g) ?? [])
  expect(named.length).toBeGreaterThan(20)
  expect([...new Set(named)].filter((program) => !PROGRAMS.includes(program))).toEqual([])
})
