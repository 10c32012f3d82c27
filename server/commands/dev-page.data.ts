// The page of `platen dev`. It inserts text of templates as `textContent` only, never as HTML.

export const DEV_PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Platen</title>
<style>
  html, body { height: 100%; margin: 0 }
  body { display: flex; flex-direction: column; font: 13px/1.4 ui-monospace, monospace; background: #52565a }
  iframe { flex: 1; border: 0 }
  pre { margin: 0; padding: 6px 10px; max-height: 35%; overflow: auto; white-space: pre-wrap; background: #fff }
</style>
<iframe title="Preview"></iframe>
<pre></pre>
<script src="/dev.js"></script>
</html>
`

export const DEV_SCRIPT = `
const frame = document.querySelector('iframe')
const text = document.querySelector('pre')
new EventSource('/events').onmessage = async ({ data }) => {
  frame.src = '/preview.pdf?' + data
  text.textContent = await (await fetch('/message')).text()
}
`
