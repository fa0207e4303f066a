import { readdirSync } from 'node:fs'

/** Answers 404 until an operator publishes it. */
const STATUS_PAGE = '/status'

/** The routes of `app` that have a page which a new stack shows, without the groups in parentheses. */
export function pagePaths(): string[] {
  return readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('page.tsx'))
    .map((path) => `/${path}`.replace(/\/page\.tsx$/, '').replaceAll(/\/\([^)]+\)/g, '') || '/')
    .filter((path) => !path.replace('[projectId]', '').includes('[') && path !== STATUS_PAGE)
}
