import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { z } from 'zod'
import { connect } from './api'
import { CHAIN_ID, fundWallet } from './fund-wallet'
import { takeSession } from './sign-in-as'
import { stack } from './stack'
import { inspectPage } from './themes'
import { visit } from './visit'

const made = z.array(z.object({ address: z.string() }))
const listed = z.object({ items: z.array(z.object({ reference: z.string(), status: z.string() })) })

const HEAD = 'reference,from,to,amount,token,chain,memo'
const FILE = { name: 'payroll.csv', mimeType: 'text/csv' }

const choose = (page: Page, lines: string[]) =>
  page.getByLabel('File').setInputFiles({ ...FILE, buffer: Buffer.from([HEAD, ...lines].join('\n')) })

/** The file that a press of the button saves. */
async function download(page: Page, button: string): Promise<string> {
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  return readFile((await (await saving).path()) ?? '', 'utf8')
}

test('a developer uploads a file of transfers, mends it, sends it, sends its results again, and takes back refused lines', async ({
  page,
}) => {
  const { demo } = stack()
  const problems: string[] = []
  const api = await connect(demo.liveKey)
  const [from, to] = made
    .parse(await api.post('/v1/wallet/hd/generate', { chainType: 'EVM', purpose: 'PAYROLL', count: 2 }))
    .map(({ address }) => address)
  await fundWallet(from ?? '')
  const run = Date.now()
  const lineOf = (n: number, amount: string) => `pay-${run}-${n},${from},${to},${amount},cNGN,${CHAIN_ID},Salary ${n}`

  await takeSession(page, 'developer')
  await visit(page, `/projects/${demo.projectId}/transactions`)
  await page.getByRole('link', { name: 'Send a batch' }).click()
  await expect(page.getByRole('heading', { name: 'Send a batch' })).toBeVisible()
  await choose(page, [lineOf(1, '1.25'), lineOf(2, '1.2E+3'), lineOf(3, '2')])
  await expect(page.getByText('2 lines are valid; 1 is wrong.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Wrong lines' })).toContainText('Line 3, amount')
  await expect(page.getByRole('button', { name: 'Send 2 transfers' })).toBeDisabled()
  problems.push(...(await inspectPage(page, 'a batch with a wrong line')))
  const wrong = await download(page, 'Download these lines')
  expect(wrong).toContain(`${HEAD},code,reason`)
  expect(wrong).toContain(`${lineOf(2, '1.2E+3')},validation_failed,amount: `)
  expect(wrong).not.toContain(`pay-${run}-1`)
  await page.getByLabel('File').setInputFiles({ ...FILE, buffer: Buffer.from(wrong) })
  await expect(page.getByText('0 lines are valid; 1 is wrong.')).toBeVisible()

  // Mended by pasting.
  await page.getByText('Paste lines instead').click()
  await page.getByRole('textbox', { name: 'Lines' }).fill([HEAD, lineOf(1, '1.25'), lineOf(3, '2')].join('\n'))
  await expect(page.getByText('2 lines are valid.')).toBeVisible()
  await expect(page.getByRole('list', { name: 'Totals' })).toContainText('3.25')
  await page.getByLabel('API key or access token').fill(demo.liveKey)
  await page.getByRole('button', { name: 'Use', exact: true }).click()
  await expect(page.getByText('Calls use your access token')).toBeVisible()
  await page.getByRole('button', { name: 'Send 2 transfers' }).click()
  await expect(page.getByText('2 accepted', { exact: false }).first()).toBeVisible()
  await expect(page.getByText('2 of 2 ended')).toBeVisible()
  problems.push(...(await inspectPage(page, 'the results of a batch')))
  const results = await download(page, 'Download results')
  expect(results.match(/ACCEPTED/g)).toHaveLength(2)

  // The file of results is a file of transfers: nothing is paid twice.
  await page.getByLabel('File').setInputFiles({ ...FILE, buffer: Buffer.from(results) })
  await expect(page.getByText('2 lines are valid.')).toBeVisible()
  await page.getByRole('checkbox', { name: /All or nothing/ }).check()
  await page.getByRole('button', { name: 'Send 2 transfers' }).click()
  await expect(page.getByText('0 accepted, 2 accepted before.')).toBeVisible()
  const { items } = listed.parse(await api.get(`/v1/wallet/transaction/history?fromAddress=${from}`))
  expect(items.map(({ reference, status }) => `${reference} ${status}`).sort()).toEqual([
    `pay-${run}-1 COMPLETED`,
    `pay-${run}-3 COMPLETED`,
  ])

  // A refused line comes back as a file that is read again.
  const stranger = '0x27b1fdb04752bbc536007a920d24acb045561c26'
  await choose(page, [lineOf(4, '1'), lineOf(5, '1').replace(from ?? '', stranger)])
  await page.getByRole('checkbox', { name: /All or nothing/ }).uncheck()
  await page.getByRole('button', { name: 'Send 2 transfers' }).click()
  await expect(page.getByText('1 accepted, 1 refused.')).toBeVisible()
  await expect(page.getByText('1 line was not accepted.')).toBeVisible()
  problems.push(...(await inspectPage(page, 'a batch with a refused line')))
  const refused = await download(page, 'Download these lines')
  expect(refused).toContain(`pay-${run}-5,${stranger}`)
  expect(refused).toContain(',wallet_not_found,from: ')
  expect(refused).not.toContain(`pay-${run}-4`)
  await page.getByLabel('File').setInputFiles({ ...FILE, buffer: Buffer.from(refused) })
  await expect(page.getByText('1 line is valid.')).toBeVisible()
  expect(problems).toEqual([])
})
