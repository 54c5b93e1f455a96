import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../support/site.ts'
import { onExit } from './cleanups.ts'

const configuration = (folder: string, port: number, type: string) => `
daemon off;
master_process off;
pid ${folder}/pid;
error_log stderr;
events { }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  default_type "${type}";
  sendfile on;
  keepalive_requests 1000000000;
  server {
    listen 127.0.0.1:${port};
    root ${folder};
  }
}
`

export async function startNginx(body: Buffer, type: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'nginx-'))
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}/page`
  await writeFile(join(folder, 'page'), body)
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, port, type))
  const child = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', 'stderr'], { stdio: 'inherit' })
  const exited = once(child, 'exit')
  const stop = onExit(async () => {
    child.kill('SIGTERM')
    await exited
    await rm(folder, { recursive: true })
  })
  while (child.exitCode === null)
    if (
      await fetch(url).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return { url, stop }
  throw new Error('nginx ended as it started.')
}
