import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { twMerge } from 'tailwind-merge'
import { expect, test } from 'vitest'
import { mergeClasses } from './merge-classes'

/** Every word of a string in the sources of the portal that `tailwind-merge` knows as a class. */
function classesInSources(): string[] {
  const files = ['components', 'app'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file)),
  )
  const sources = files.filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  const words = sources.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g)].flatMap(([, one, two, three]) =>
      (one ?? two ?? three ?? '').split(/\s+/),
    ),
  )
  // It drops the first of two equal classes, and keeps both of two words that are none.
  return [...new Set(words)].filter((word) => word !== '' && twMerge(`${word} ${word}`) === word)
}

test('merges each two classes of the portal as tailwind-merge does', () => {
  const classes = classesInSources()
  expect(classes.length).toBeGreaterThan(500)
  const differences = classes.flatMap((first) =>
    classes.flatMap((second) => {
      const pair = `${first} ${second}`
      const [own, wanted] = [mergeClasses(pair), twMerge(pair)]
      return own === wanted ? [] : [{ pair, own, wanted }]
    }),
  )
  expect(differences).toEqual([])
})

test('keeps the order of what stays, and classes that set nothing together', () => {
  expect(mergeClasses('app-root  h-9 px-3 tabular\n px-2.5 h-8')).toBe('app-root tabular px-2.5 h-8')
  expect(mergeClasses('')).toBe('')
})

test('tells variants apart, those in brackets too', () => {
  expect(mergeClasses('hover:bg-muted bg-accent md:hover:bg-muted')).toBe('hover:bg-muted bg-accent md:hover:bg-muted')
  expect(mergeClasses("[&_svg:not([class*='size-'])]:size-4 size-5 [&_svg]:size-3.5!")).toBe(
    "[&_svg:not([class*='size-'])]:size-4 size-5 [&_svg]:size-3.5!",
  )
  expect(mergeClasses('p-0! p-2')).toBe('p-0! p-2')
})
