import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { App } from './app/app';
import { createStore } from './app/store';
import './styles.css';
import './print.css';
import { preparePaper } from './ui/paper';
import { followSystemTheme } from './ui/theme';

followSystemTheme();
preparePaper();
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <BrowserRouter>
      <App store={createStore()} />
    </BrowserRouter>
  </StrictMode>,
);
