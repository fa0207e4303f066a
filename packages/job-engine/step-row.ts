export interface StepRow {
  run: string
  item: string
  token: string
  id: string
  name: string
  memo: string
}
