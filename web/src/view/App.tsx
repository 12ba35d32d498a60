/** The page: the program on the left, the task on the right; below each other on a narrow screen. */
import { signal } from '@preact/signals';
import { openFile } from '../actions.ts';
import { Editor } from '../editor/Editor.tsx';
import { message, view } from '../state.ts';
import { EnlargedDialog } from './Enlarged.tsx';
import { FindProgram } from './FindProgram.tsx';
import { PaintInput } from './PaintInput.tsx';
import { Picker } from './Picker.tsx';
import { Runs } from './Runs.tsx';
import { TaskTable } from './TaskTable.tsx';
import { TaskBar, Toolbar } from './Toolbar.tsx';

const isDropping = signal(false);

function onDrag(event: DragEvent): void {
  if (event.dataTransfer?.types.includes('Files')) {
    event.preventDefault();
    isDropping.value = event.type === 'dragover';
  }
}

function onDrop(event: DragEvent): void {
  const file = event.dataTransfer?.files[0];
  isDropping.value = false;
  if (file !== undefined) {
    event.preventDefault();
    openFile(file);
  }
}

function Playground() {
  return (
    <main>
      <section class="program" aria-label="Program">
        <Editor />
        <FindProgram />
      </section>
      <section class="task" aria-label="Task">
        <TaskBar />
        <PaintInput />
        <TaskTable />
      </section>
    </main>
  );
}

export function App() {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can also be chosen in the list of tasks.
    <div
      class={isDropping.value ? 'app dropping' : 'app'}
      role="presentation"
      onDragOver={onDrag}
      onDragLeave={onDrag}
      onDrop={onDrop}
    >
      <Toolbar />
      {view.value === 'runs' ? <Runs /> : <Playground />}
      <Picker />
      <EnlargedDialog />
      <div class="message" role="status" hidden={message.value === null}>
        {message.value}
      </div>
    </div>
  );
}
