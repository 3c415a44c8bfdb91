/** Requests to a server of runs. */
import { request } from 'node:http'

/** An answer to a request, which is sent as it is written: no client mends its path. */
export async function ask(
  url: string,
  { path = new URL(url).pathname, method = 'GET', headers = {} as Record<string, string> } = {},
): Promise<{ code: number; text: string; headers: Readonly<Record<string, unknown>> }> {
  const { hostname, port } = new URL(url)
  return await new Promise((done, reject) => {
    const sent = request({ hostname, port, path, method, headers, agent: false }, answer => {
      let text = ''
      answer.setEncoding('utf8').on('data', part => {
        text += part
      })
      answer.on('end', () => done({ code: answer.statusCode!, text, headers: answer.headers }))
    })
    sent.on('error', reject).end()
  })
}
