import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bundleProgram } from '@/dev/bundle-programs'
import { ENDPOINTS } from '@/registry/endpoints'
import { newCaller } from '@/server/testing/callers'
import { openDoors } from '@/server/testing/doors'
import { openDatabase } from '@/server/testing/open-database'
import { openApiDocument } from './document'

const run = promisify(execFile)
const ROOT = join(import.meta.dirname, '..', '..', '..')
const PROGRAM = join(import.meta.dirname, 'client-program.ts.txt')

openDatabase()
let doors: Awaited<ReturnType<typeof openDoors>>
let folder: string

beforeAll(async () => {
  doors = await openDoors()
  // Inside the repository, so that the client finds its runtime.
  await mkdir(join(ROOT, '.slipway'), { recursive: true })
  folder = await mkdtemp(join(ROOT, '.slipway', 'client-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
  await doors.close()
})

test('a stock generator makes a client of the document, and a program over it compiles and runs', async () => {
  const compilerOptions = {
    strict: true,
    noUncheckedIndexedAccess: true,
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'bundler',
    skipLibCheck: true,
    noEmit: true,
    types: ['node'],
  }
  await writeFile(join(folder, 'openapi.json'), JSON.stringify(openApiDocument(ENDPOINTS, doors.baseUrl)))
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }))
  await copyFile(PROGRAM, join(folder, 'program.ts'))
  const generator = join(ROOT, 'node_modules', 'oazapfts', 'dist', 'cli.js')
  await run(process.execPath, [generator, 'openapi.json', 'client.ts'], { cwd: folder })
  await run(join(ROOT, 'node_modules', '.bin', 'tsc'), ['-p', folder], { cwd: folder })

  const { apiKey } = await newCaller()
  const args = [await bundleProgram(join(folder, 'program.ts')), doors.baseUrl, apiKey]
  const { stdout } = await run(process.execPath, args, { cwd: ROOT })
  expect(JSON.parse(stdout)).toEqual({
    total: 2,
    refusal: ['chain_unavailable', 'chainId'],
    unauthorized: 401,
    incomplete: 'EVM',
  })
})
