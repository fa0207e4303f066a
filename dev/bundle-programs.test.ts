import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { bundleScript } from './bundle-programs'

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
