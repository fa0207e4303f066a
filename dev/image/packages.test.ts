import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { isExcludedPackage, packageOf } from './excluded-packages'
import { licenceOf } from './licences'

const lock = z
  .object({
    packages: z.record(
      z.string(),
      z.object({
        dev: z.boolean().optional(),
        devOptional: z.boolean().optional(),
        optional: z.boolean().optional(),
        peer: z.boolean().optional(),
        link: z.boolean().optional(),
        hasInstallScript: z.boolean().optional(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync('package-lock.json', 'utf8')))
const { allowScripts } = z
  .object({ allowScripts: z.record(z.string(), z.boolean()) })
  .parse(JSON.parse(readFileSync('package.json', 'utf8')))

// A link leads to a workspace, which is ours.
const installed = Object.entries(lock.packages).flatMap(([path, facts]) => {
  const name = packageOf(path.slice(path.lastIndexOf('node_modules/')))
  return name === null || facts.link ? [] : [{ path, name, ...facts }]
})

describe('packages', () => {
  it('says of each install script whether it runs', () => {
    const withScript = installed.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
    expect(withScript.length).toBeGreaterThan(5)
    expect([...new Set(withScript)].sort()).toEqual(Object.keys(allowScripts).sort())
  })

  it('builds the image without any install script', () => {
    expect(Object.values(allowScripts)).not.toContain(true)
    expect(readFileSync('Dockerfile', 'utf8')).toMatch(/npm ci --ignore-scripts/)
  })

  it('ships only licences that were read', () => {
    const shipped = installed.filter(
      ({ name, dev, devOptional, optional }) => !dev && !devOptional && !optional && !isExcludedPackage(name),
    )
    expect(shipped.length).toBeGreaterThan(100)
    const problems = shipped.flatMap(({ path }) => {
      try {
        licenceOf(JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')))
        return []
      } catch (error) {
        return error instanceof Error ? error.message : String(error)
      }
    })
    expect([...new Set(problems)]).toEqual([])
  })

  it.each([
    [{ name: 'a', license: 'LGPL-3.0-only' }, 'a is under LGPL-3.0-only'],
    [{ name: 'b' }, 'b names no licence'],
  ])('refuses %j', (manifest, message) => {
    expect(() => licenceOf(manifest)).toThrow(message)
  })
})
