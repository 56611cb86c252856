import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** Folder of the videos on the server's how-to page. */
const TARGET = path.resolve(import.meta.dirname, '../server/src/public/videos');

/** Seconds of the last picture and caption. */
const LAST_STAYS = 2;

/** A picture of the screen as a file. */
export interface Frame {
  readonly file: string;
  /** Seconds since the first frame. */
  readonly at: number;
}

/** A caption and its start, in seconds since the first frame. */
export interface Cue {
  readonly at: number;
  readonly en: string;
  readonly fr: string;
}

function ffmpeg(...options: string[]): void {
  const { status, stderr, error } = spawnSync('ffmpeg', ['-y', '-loglevel', 'error', ...options]);
  if (status !== 0) throw new Error(`ffmpeg failed: ${String(stderr)}`, { cause: error });
}

/** Writes `00:00:01.500` for WebVTT. */
const cueTime = (seconds: number) => new Date(seconds * 1000).toISOString().slice(11, 23);

/** Writes captions in one language as WebVTT; each stays until the next. */
function captions(cues: readonly Cue[], end: number, language: 'en' | 'fr'): string {
  const parts = cues.map((cue, index) => {
    const until = cues[index + 1]?.at ?? end;
    return `${cueTime(cue.at)} --> ${cueTime(until)}\n${cue[language]}\n`;
  });
  return ['WEBVTT\n', ...parts].join('\n');
}

/**
 * Writes the video, its poster and captions in both languages. Frames last as long as on the
 * screen. Needs ffmpeg with libx264.
 */
export function writeVideo(
  name: string,
  frames: readonly Frame[],
  cues: readonly Cue[],
  directory: string,
): void {
  const [first] = frames;
  const last = frames.at(-1);
  if (!first || !last) throw new Error(`${name} has no frames`);
  const lines = frames.map(({ file, at }, index) => {
    const until = frames[index + 1]?.at ?? at + LAST_STAYS;
    return `file '${file}'\nduration ${(until - at).toFixed(3)}`;
  });
  const list = path.join(directory, 'frames.txt');
  writeFileSync(list, `${lines.join('\n')}\nfile '${last.file}'\n`);
  const video = path.join(TARGET, `${name}.mp4`);
  ffmpeg(
    ...['-f', 'concat', '-safe', '0', '-i', list],
    ...['-vf', 'fps=10,scale=960:600:flags=lanczos,format=yuv420p'],
    ...['-c:v', 'libx264', '-preset', 'veryslow', '-crf', '30', '-g', '100'],
    ...['-movflags', '+faststart', video],
  );
  const poster = path.join(TARGET, `${name}.jpg`);
  ffmpeg('-i', first.file, '-vf', 'scale=960:600', '-q:v', '9', poster);
  const end = last.at - first.at + LAST_STAYS;
  for (const language of ['en', 'fr'] as const) {
    writeFileSync(path.join(TARGET, `${name}.${language}.vtt`), captions(cues, end, language));
  }
}
