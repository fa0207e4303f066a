import { readdirSync } from 'node:fs'

/** The routes of `app` that have a page, without the groups in parentheses. */
export function pagePaths(): string[] {
  return readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('page.tsx'))
    .map((path) => `/${path}`.replace(/\/page\.tsx$/, '').replaceAll(/\/\([^)]+\)/g, '') || '/')
    .filter((path) => !path.replace('[projectId]', '').includes('['))
}
