import type { Child } from "hono/jsx";

/** A drawing in the page's own colours: the classes are in pictures.css. It says nothing that the text beside it does not. */
const Picture = ({ children }: { children?: Child }) => (
  <svg class="picture" viewBox="0 0 240 132" aria-hidden="true">
    {children}
  </svg>
);

const Sheet = ({ x, width }: { x: number; width: number }) => (
  <rect class="sheet" x={x} y={10} width={width} height={112} rx={8} />
);

const Lines = ({ x, y, widths, soft }: { x: number; y: number; widths: number[]; soft?: boolean }) => (
  <>
    {widths.map((width, i) => (
      <rect class={soft ? "line soft" : "line"} x={x} y={y + i * 12} width={width} height={5} rx={2} />
    ))}
  </>
);

const Arrow = () => <path class="stroke" d="M112 66h16m-6-6 6 6-6 6" />;

/** What a page built with scripts sends, and what crawlers get of it. */
export const BeforeAfter = () => (
  <Picture>
    <Sheet x={8} width={96} />
    <text class="code" x={18} y={60}>
      {"<div></div>"}
    </text>
    <text class="code" x={18} y={76}>
      {"<script>"}
    </text>
    <Arrow />
    <Sheet x={136} width={96} />
    <rect class="accent" x={146} y={22} width={56} height={9} rx={3} />
    <Lines x={146} y={42} widths={[74, 66, 72, 40, 76, 62]} />
  </Picture>
);

export const AuditPicture = () => (
  <Picture>
    <Sheet x={48} width={144} />
    {[30, 56, 82].map((y, i) => (
      <>
        <path class={i === 1 ? "stroke bad" : "stroke"} d={i === 1 ? `M64 ${y}l9 9m0-9-9 9` : `M63 ${y + 5}l4 4 8-9`} />
        <Lines x={86} y={y + 2} widths={[[84, 60, 74][i]!]} soft={i === 1} />
      </>
    ))}
    <rect class="accent" x={64} y={106} width={62} height={6} rx={3} />
  </Picture>
);

export const CachePicture = () => (
  <Picture>
    <Sheet x={8} width={96} />
    <circle class="stroke" cx={56} cy={66} r={22} />
    <path class="stroke" d="M56 52v14l9 6" />
    <Arrow />
    <Sheet x={136} width={96} />
    <Lines x={146} y={30} widths={[70, 76, 58, 74, 66, 48, 72]} />
  </Picture>
);

export const VisitsPicture = () => (
  <Picture>
    <path class="stroke faint" d="M20 116h200" />
    {[28, 40, 34, 56, 50, 72, 88].map((height, i) => (
      <rect class={i === 6 ? "accent" : "line"} x={30 + i * 27} y={116 - height} width={16} height={height} rx={3} />
    ))}
  </Picture>
);

export const MentionsPicture = () => (
  <Picture>
    <path
      class="sheet"
      d="M28 18h184a8 8 0 0 1 8 8v66a8 8 0 0 1-8 8H92l-22 20v-20H28a8 8 0 0 1-8-8V26a8 8 0 0 1 8-8z"
    />
    <Lines x={36} y={36} widths={[160]} />
    <rect class="accent" x={36} y={48} width={72} height={7} rx={3} />
    <Lines x={116} y={49} widths={[70]} />
    <Lines x={36} y={62} widths={[150, 96]} />
  </Picture>
);

/** A list that nothing is in, or nothing that matches. */
const ListPicture = () => (
  <Picture>
    <Sheet x={48} width={144} />
    <Lines x={64} y={30} widths={[60]} />
    <path class="stroke faint" d="M64 52h112M64 74h112M64 96h112" />
    <circle class="stroke" cx={158} cy={84} r={20} />
    <path class="stroke" d="m173 99 16 16" />
  </Picture>
);

const KeyPicture = () => (
  <Picture>
    <Sheet x={48} width={144} />
    <circle class="stroke" cx={92} cy={66} r={16} />
    <path class="stroke" d="M108 66h58m-12 0v14m-16-14v10" />
  </Picture>
);

/** What empty lists show: what will be there. */
export const PICTURES = {
  snapshot: BeforeAfter,
  audit: AuditPicture,
  cache: CachePicture,
  visits: VisitsPicture,
  mentions: MentionsPicture,
  list: ListPicture,
  key: KeyPicture,
} as const;
export type PictureName = keyof typeof PICTURES;
