/** Starts the page. */
import { render } from 'preact';
import { say, start } from './actions.ts';
import { App } from './view/App.tsx';
import './styles.css';

render(<App />, document.getElementById('app') as HTMLElement);

start().then(
  () => performance.mark('interactive'),
  (error: unknown) => say(`The engine did not start: ${error instanceof Error ? error.message : error}`),
);
