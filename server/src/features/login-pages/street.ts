import { html } from '@kerb/server/platform/http/html.ts';

/** A row of houses. The style sheet draws the kerb in front of them, as wide as the page. */
export const street = html`<svg class="street" viewBox="0 60 560 101" aria-hidden="true" focusable="false">
  <g class="far"><path d="M4 160V100l24-20 24 20v60m52 0V86h44v74m56 0V92l28-22 28 22v68m58 0V84h40v76m86 0v-54l22-18 22 18v54"></path></g>
  <g class="near">
    <path d="M20 160v-52l38-30 38 30v52M48 160v-28h20v28M78 92V74h8v24"></path>
    <path d="M128 160V70h64v90M142 86h12v14h-12zm24 0h12v14h-12zm-24 28h12v14h-12zm24 0h12v46h-12zM122 70h76"></path>
    <path d="M224 160v-46l46-34 46 34v46M244 160v-26h16v26M276 124h20v16h-20zm10 0v16"></path>
    <path d="M350 160V96h78v64M342 96l12-22h70l12 22M364 110h14v16h-14zm36 0h14v16h-14zM382 160v-22h16v22"></path>
    <path d="M462 160v-50l36-28 36 28v50M488 160v-26h18v26"></path>
    <path d="M112 160v-22m0 0c-9 0-13-8-9-15-4-9 4-16 9-16s13 7 9 16c4 7 0 15-9 15M334 160v-18m0 0c-8 0-11-7-8-13-3-8 4-14 8-14s11 6 8 14c3 6 0 13-8 13M446 160v-20m0 0c-8 0-12-7-8-14-4-8 4-15 8-15s12 7 8 15c4 7 0 14-8 14"></path>
  </g>
</svg>`;
