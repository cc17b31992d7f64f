package conformance

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"sync"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// patience is how long the client may take over one thing.
const patience = 60 * time.Second

var errEnded = errors.New("the client process ended")

// Client is a running app-server and the protocol spoken with it over its standard streams.
type Client struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	answer func(method string, params jsontext.Value) any
	ended  chan struct{}

	mu      sync.Mutex
	calls   int
	pending map[string]chan message
	told    []Notification // those that nobody waited for yet
	news    chan struct{}  // closed, and replaced, at each notification
}

// ClientOptions say how to start a client.
type ClientOptions struct {
	Binary string
	Dir    string
	Env    []string
	Stderr *os.File
	Answer func(method string, params jsontext.Value) any // what the user answers when the client asks
}

// StartClient starts an app-server and introduces itself.
func StartClient(ctx context.Context, o ClientOptions) (*Client, error) {
	c := &Client{answer: o.Answer, ended: make(chan struct{}), pending: map[string]chan message{}, news: make(chan struct{})}
	c.cmd = exec.Command(o.Binary, "app-server")
	c.cmd.Dir, c.cmd.Env, c.cmd.Stderr = o.Dir, o.Env, o.Stderr
	stdout, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if c.stdin, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	if err := c.cmd.Start(); err != nil {
		return nil, err
	}
	go c.read(stdout)
	_, err = c.Call(ctx, "initialize", Params{
		"clientInfo":   Params{"name": "promptctl", "version": "1"},
		"capabilities": Params{"experimentalApi": true},
	})
	if err == nil {
		err = c.send(message{Method: "initialized"})
	}
	if err != nil {
		c.Kill()
		return nil, err
	}
	return c, nil
}

// read takes the client's lines until it ends.
func (c *Client) read(stdout io.Reader) {
	lines := bufio.NewReaderSize(stdout, 1<<16)
	for {
		line, err := lines.ReadBytes('\n')
		var m message
		if json.Unmarshal(line, &m, jsontext.AllowInvalidUTF8(true)) == nil {
			c.take(m)
		}
		if err != nil {
			break
		}
	}
	_ = c.cmd.Wait() // how it ended is the step's concern
	close(c.ended)
}

func (c *Client) take(m message) {
	switch {
	case m.ID != nil && m.Method != "":
		if result, err := encode(c.answer(m.Method, m.Params)); err == nil {
			_ = c.send(message{ID: m.ID, Result: result}) // a client that is gone needs no answer
		}
	case m.ID != nil:
		c.mu.Lock()
		waiting := c.pending[string(m.ID)]
		delete(c.pending, string(m.ID))
		c.mu.Unlock()
		if waiting != nil {
			waiting <- m
		}
	default:
		c.mu.Lock()
		defer c.mu.Unlock()
		c.told = append(c.told, Notification{m.Method, m.Params})
		close(c.news)
		c.news = make(chan struct{})
	}
}

func (c *Client) send(m message) error {
	line, err := encode(m)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err = c.stdin.Write(append(line, '\n'))
	return err
}

// Call calls a method and waits for its result. A refusal is a [*RefusedError].
func (c *Client) Call(ctx context.Context, method string, params any) (jsontext.Value, error) {
	encoded, err := encode(params)
	if err != nil {
		return nil, err
	}
	answer := make(chan message, 1)
	c.mu.Lock()
	c.calls++
	id := strconv.Itoa(c.calls)
	c.pending[id] = answer
	c.mu.Unlock()
	if err := c.send(message{ID: jsontext.Value(id), Method: method, Params: encoded}); err != nil {
		return nil, fmt.Errorf("%s: %w", method, err)
	}
	select {
	case m := <-answer:
		if m.Error != nil {
			return nil, &RefusedError{method, m.Error.Message}
		}
		return m.Result, nil
	case <-c.ended:
		return nil, fmt.Errorf("%s: %w", method, errEnded)
	case <-time.After(patience):
		return nil, fmt.Errorf("%s: no answer in %s", method, patience)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Await waits for a notification that fits. It and all before it are used up.
func (c *Client) Await(ctx context.Context, what string, fits func(Notification) bool) error {
	limit := time.After(patience)
	for {
		found, news := c.search(fits)
		if found {
			return nil
		}
		select {
		case <-news:
		case <-c.ended:
			return fmt.Errorf("waiting for %s: %w", what, errEnded)
		case <-limit:
			return fmt.Errorf("waiting for %s: nothing in %s", what, patience)
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (c *Client) search(fits func(Notification) bool) (found bool, news <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for i, n := range c.told {
		if fits(n) {
			c.told = c.told[i+1:]
			return true, nil
		}
	}
	return false, c.news
}

// Close lets the client end in peace, and kills it when it does not.
func (c *Client) Close() {
	_ = c.stdin.Close()
	select {
	case <-c.ended:
	case <-time.After(10 * time.Second):
		c.Kill()
	}
}

// Kill ends the client at once.
func (c *Client) Kill() {
	_ = c.cmd.Process.Kill()
	<-c.ended
}
