import { spawnSync } from 'node:child_process'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { bundleProgram, bundleScript } from './bundle-programs'

const SCRIPT = `
  import { FOLDER } from './dev/testing/own-folder.test-data'
  console.log(FOLDER)`

test('a bundled program finds the files beside its source, and may be asked for by many at once', async () => {
  const programs = await Promise.all(Array.from({ length: 4 }, () => bundleScript(SCRIPT)))
  expect(new Set(programs).size).toBe(1)
  const { stdout, stderr } = spawnSync(process.execPath, [programs[0] ?? ''], { encoding: 'utf8' })
  expect({ said: stdout.trim(), stderr }).toEqual({ said: resolve('dev/testing'), stderr: '' })
})

test('another text is another program', async () => {
  expect(await bundleScript('console.log(1)')).not.toBe(await bundleScript('console.log(2)'))
})

test('a program is bundled again once a file that it imports has changed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'program-'))
  const [entry, imported] = [join(folder, 'entry.ts'), join(folder, 'imported.ts')]
  writeFileSync(entry, "import './imported'")
  const bundleWith = async (text: string) => {
    writeFileSync(imported, text)
    return bundleProgram(entry)
  }
  const former = await bundleWith('console.log(1)')
  expect(await bundleProgram(entry)).toBe(former)
  expect(await bundleWith('console.log(2)')).not.toBe(former)
  expect(await bundleWith('console.log(1)')).toBe(former)
})
