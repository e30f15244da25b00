// Strings that would become markup, script or a link wherever text is taken for more than text. Each sets `wasRun` if it can.

const run = 'window.wasRun=1';
const tags = [
  'img src=x onerror',
  'svg onload',
  'body onload',
  'video src=x onerror',
  'audio src=x onerror',
  'details open ontoggle',
  'input autofocus onfocus',
  'marquee onstart',
  'object data=x onerror',
  'a href=# onclick',
];

export const hostile: readonly string[] = [
  ...tags.map((tag) => `<${tag}=${run}>`),
  ...tags.map((tag) => `"><${tag}="${run}">`),
  ...tags.map((tag) => `'/><${tag}='${run}'//`),
  `<script>${run}</script>`,
  `"><script>${run}</script>`,
  `</textarea><script>${run}</script>`,
  `</style><script>${run}</script>`,
  `</title><script>${run}</script>`,
  `<script src=data:,${run}></script>`,
  `<iframe srcdoc="<script>${run}</script>">`,
  `<iframe src="javascript:${run}">`,
  `<base href="//x.invalid/">`,
  `<meta http-equiv=refresh content="0;url=javascript:${run}">`,
  `<link rel=stylesheet href=//x.invalid/>`,
  `javascript:${run}`,
  `data:text/html,<script>${run}</script>`,
  '`${' + run + '}`',
  `{{${run}}}`,
  `\${${run}}`,
  `<math><mi xlink:href="javascript:${run}">`,
  `<template><script>${run}</script></template>`,
  '<!--<img src=x>-->',
  '__proto__',
];
