import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { filesBelow } from './files-below'
import { licenceOf } from './licences'

const manifest = z.looseObject({ name: z.string(), version: z.string() })
const sourceMap = z.object({ sources: z.array(z.string()).optional() })
const LICENCE_FILE = /^(licen[cs]e|copying|notice|unlicense)([.-].*)?$/i

/** Name, version, licence and licence text of everything in the image that others wrote. */
export function thirdPartyNotices(root: string, folder: string): string {
  const paths = filesBelow(folder)
  // Sources that a package was itself built from lead to no package of ours.
  const bundled = sourcesOf(folder, paths).filter((path) => existsSync(join(root, homeOf(path) ?? '', 'package.json')))
  const homes = [...paths, ...bundled].map(homeOf).filter((home) => home !== null)
  const notices = [...new Set(homes)].sort().map((home) => noticeOf(root, home))
  return [...notices, ...vendoredByNext(root, paths)].join(`\n\n${'-'.repeat(80)}\n\n`)
}

/** The package files that the pages were bundled from. */
function sourcesOf(folder: string, paths: readonly string[]): string[] {
  return paths
    .filter((path) => path.startsWith('.next/') && path.endsWith('.map'))
    .flatMap((path) => sourceMap.parse(JSON.parse(readFileSync(join(folder, path), 'utf8'))).sources ?? [])
    .flatMap(
      (source) =>
        decodeURIComponent(source).match(/^(?:turbopack:\/\/\/\[project\]|[./]*\.\.)\/(node_modules\/.*)$/)?.[1] ?? [],
    )
}

/** The folder of the package that a path belongs to, which may lie in another's. */
function homeOf(path: string): string | null {
  if (path.startsWith('.next/node_modules/')) return null
  return path.match(/^(?:node_modules\/(?:@[^/]+\/)?[^/]+\/)+/)?.[0] ?? null
}

function noticeOf(root: string, home: string): string {
  const folder = join(root, home)
  const found = manifest.parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))
  return [`${found.name} ${found.version}`, `Licence: ${licenceOf(found)}`, ...textsIn(folder)].join('\n\n')
}

/** Next carries copies of other packages, each with its licence beside it. */
function vendoredByNext(root: string, paths: readonly string[]): string[] {
  const vendored = paths.flatMap(
    (path) => path.match(/^node_modules\/next\/dist\/compiled\/((?:@[^/]+\/)?[^/]+)\//)?.[1] ?? [],
  )
  return [...new Set(vendored)].sort().flatMap((name) => {
    const texts = textsIn(join(root, 'node_modules/next/dist/compiled', name))
    return texts.length === 0 ? [] : [`${name}, as part of next`, ...texts].join('\n\n')
  })
}

function textsIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => LICENCE_FILE.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8').trim())
}
